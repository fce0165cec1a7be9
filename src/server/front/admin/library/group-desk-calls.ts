import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { route } from '#server/platform/http/route.ts'
import { orderCategories, removeCategory, saveCategory, showCategories } from './categories.ts'
import { changeVideos, undoVideos } from './change-videos.ts'
import { showCategoryVersions, showSeriesVersions } from './group-versions.ts'
import { renameLabel, showLabels } from './labels.ts'
import { orderSeries, saveSeries, showSeries } from './series.ts'

/** Registers the admin's calls about categories, series, labels, and several videos at once. */
export function registerGroupDeskCalls(app: FastifyInstance, services: LibraryServices): void {
  route(app, calls.deskCategories, (context) => showCategories(services, context))
  route(app, calls.saveCategory, (context) => saveCategory(services, context))
  route(app, calls.orderCategories, (context) => orderCategories(services, context))
  route(app, calls.deleteCategory, (context) => removeCategory(services, context))
  route(app, calls.deskSeries, (context) => showSeries(services, context))
  route(app, calls.saveSeries, (context) => saveSeries(services, context))
  route(app, calls.orderSeries, (context) => orderSeries(services, context))
  route(app, calls.deskLabels, (context) => showLabels(services, context))
  route(app, calls.renameLabel, (context) => renameLabel(services, context))
  route(app, calls.categoryVersions, (context) => showCategoryVersions(services, context))
  route(app, calls.seriesVersions, (context) => showSeriesVersions(services, context))
  route(app, calls.undoVideos, (context) => undoVideos(services, context))
  route(app, calls.changeVideos, (context) => changeVideos(services, context))
}

import type { ReactNode } from 'react'
import type { TaxReturn } from '#contract/admin/admin-books.ts'
import { adminBooksCalls } from '#contract/admin/admin-books-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { countryName } from '#web/books/billing/country-name.ts'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { DeskTable } from '#web/front/desk/desk-table.tsx'
import { DownloadLink } from '#web/front/desk/download-link.tsx'
import { Loaded } from '#web/front/desk/read-state.tsx'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { siteToday } from '#web/platform/site/site-clock.ts'
import { DatevForm } from './datev-form.tsx'
import { faultText, isTaxPeriod, monthsBefore, periodName, quartersBefore, saleName } from './tax-text.ts'

/** The files of a month or quarter for tax advisers and offices. */
export function Component() {
  const { filter, setFilter } = useTablePlace()
  const quarters = quartersBefore(siteToday(), 8)
  const wanted = filter('period')
  // the quarter that is declared now is the last that has ended
  const period = isTaxPeriod(wanted) ? wanted : (quarters[1] ?? '')
  const read = useDeskRead(adminBooksCalls.taxReturn, 'faults[]', { query: { period } })
  const choices = [...quarters, ...monthsBefore(siteToday(), 12)]
  return (
    <AdminPage title={m.tax()} back={{ href: deskHref('adminMoney'), text: m.money() }}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <p className="caption max-w-[65ch]">{m.tax_hint()}</p>
        <SelectField
          className="max-w-xs"
          label={m.money_period()}
          value={period}
          choices={(choices.includes(period) ? [] : [period])
            .concat(choices)
            .map((value) => ({ value, text: periodName(value) }))}
          onChange={(value) => setFilter('period', value)}
        />
        <Loaded read={read}>
          {(declared) => <Declared key={period} period={period} declared={declared} />}
        </Loaded>
      </div>
    </AdminPage>
  )
}

function Declared({ period, declared }: { readonly period: string; readonly declared: TaxReturn }) {
  const { cases, oss, salesList, settings } = declared
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <File
        title={m.tax_datev()}
        file="datev"
        path={adminBooksCalls.datevFile.path}
        {...{ period, declared }}
      >
        <DeskTable
          label={m.tax_cases()}
          columns={[
            { title: m.tax_sale(), of: ({ sale }) => saleName(sale) },
            { title: m.tax_documents(), look: 'amount', of: ({ count }) => count },
            { title: m.books_net(), look: 'amount', of: ({ netCents }) => priceText(netCents) },
            { title: m.money_tax(), look: 'amount', of: ({ vatCents }) => priceText(vatCents) },
          ]}
          rows={cases}
          keyOf={({ sale }) => sale}
        />
        <details open={settings === null}>
          <summary className="link cursor-pointer text-sm">{m.tax_datev_settings()}</summary>
          <div className="pt-4">
            <DatevForm settings={settings} cases={cases} />
          </div>
        </details>
      </File>
      {oss ? (
        <File title={m.tax_oss()} file="oss" path={adminBooksCalls.ossFile.path} {...{ period, declared }}>
          {oss.lines.length === 0 ? (
            <p className="text-muted">{m.tax_oss_none()}</p>
          ) : (
            <OssLines lines={oss.lines} />
          )}
          {oss.corrections.length > 0 ? <OssCorrections corrections={oss.corrections} /> : null}
        </File>
      ) : (
        <p className="caption">{m.tax_oss_quarter()}</p>
      )}
      <File
        title={m.tax_sales_list()}
        file="sales-list"
        path={adminBooksCalls.salesListFile.path}
        {...{ period, declared }}
      >
        {salesList.length === 0 ? (
          <p className="text-muted">{m.tax_sales_list_none()}</p>
        ) : (
          <SalesList lines={salesList} />
        )}
      </File>
    </div>
  )
}

type FileProps = {
  readonly title: string
  readonly file: TaxReturn['faults'][number]['file']
  readonly path: string
  readonly period: string
  readonly declared: TaxReturn
  readonly children: ReactNode
}

/** A file with what it declares, and what has to be put right before it can be made. */
function File({ title, file, path, period, declared: { faults, faultCount }, children }: FileProps) {
  const own = faults.filter((fault) => fault.file === file)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2>{title}</h2>
      {children}
      {own.length > 0 ? (
        <>
          <p className="text-sm font-medium">{m.tax_faults()}</p>
          <ul className="grid gap-1 rounded-control bg-danger-soft px-3 py-2.5 text-sm text-danger">
            {own.map((fault) => (
              <li key={`${fault.kind} ${fault.number} ${fault.detail}`}>{faultText(fault)}</li>
            ))}
          </ul>
          {faultCount > faults.length ? (
            <p>{m.tax_faults_more({ count: faultCount - faults.length })}</p>
          ) : null}
        </>
      ) : (
        <DownloadLink path={path} query={{ period }} text={m.tax_download({ file: title })} />
      )}
    </section>
  )
}

function SalesList({ lines }: { readonly lines: TaxReturn['salesList'] }) {
  return (
    <DeskTable
      label={m.tax_sales_list()}
      columns={[
        { title: m.tax_vat_id(), of: ({ vatId }) => vatId },
        { title: m.tax_euros(), look: 'amount', of: ({ euros }) => euros },
        { title: m.tax_kind(), of: () => m.tax_kind_service() },
      ]}
      rows={lines}
      keyOf={({ vatId }) => vatId}
    />
  )
}

type Oss = NonNullable<TaxReturn['oss']>

function OssLines({ lines }: { readonly lines: Oss['lines'] }) {
  return (
    <DeskTable
      label={m.tax_oss()}
      columns={[
        { title: m.tax_country(), of: ({ country }) => countryName(country) },
        {
          title: m.tax_kind(),
          of: ({ supply }) => (supply === 'goods' ? m.tax_kind_goods() : m.tax_kind_service()),
        },
        { title: m.tax_rate(), look: 'amount', of: ({ basisPoints }) => `${basisPoints / 100} %` },
        { title: m.books_net(), look: 'amount', of: ({ netCents }) => priceText(netCents) },
        { title: m.money_tax(), look: 'amount', of: ({ vatCents }) => priceText(vatCents) },
      ]}
      rows={lines}
      keyOf={({ supply, country, basisPoints }) => `${supply} ${country} ${basisPoints}`}
    />
  )
}

function OssCorrections({ corrections }: { readonly corrections: Oss['corrections'] }) {
  return (
    <>
      <p className="caption max-w-[65ch]">{m.tax_corrections_hint()}</p>
      <DeskTable
        label={m.tax_corrections()}
        columns={[
          { title: m.tax_corrected_quarter(), of: ({ quarter }) => periodName(quarter) },
          { title: m.tax_country(), of: ({ country }) => countryName(country) },
          { title: m.money_tax(), look: 'amount', of: ({ vatCents }) => priceText(vatCents) },
        ]}
        rows={corrections}
        keyOf={({ quarter, country }) => `${quarter} ${country}`}
      />
    </>
  )
}

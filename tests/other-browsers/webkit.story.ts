import { tellMainStory } from './main-story.ts'
import { openWebkit } from './open-webkit.ts'
import { tellRedirectedFilm } from './redirected-film.ts'

tellMainStory(openWebkit)
tellRedirectedFilm(openWebkit)

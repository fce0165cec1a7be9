import { openChromium } from '../other-browsers/open-chromium.ts'
import { tellRedirectedFilm } from '../other-browsers/redirected-film.ts'

tellRedirectedFilm(openChromium)

import { tellMainStory } from './main-story.ts'
import { openFirefox } from './open-firefox.ts'
import { tellRedirectedFilm } from './redirected-film.ts'

tellMainStory(openFirefox)
tellRedirectedFilm(openFirefox)

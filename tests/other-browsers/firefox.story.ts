import { tellMainStory } from './main-story.ts'
import { openFirefox } from './open-firefox.ts'

tellMainStory(openFirefox)

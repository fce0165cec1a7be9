import { tellMainStory } from './main-story.ts'
import { openWebkit } from './open-webkit.ts'

tellMainStory(openWebkit)

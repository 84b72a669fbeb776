import * as z from 'zod'
import { MAX_NAME_LENGTH, MAX_NAMED_TAGS } from '../limits.ts'
import { localized, tag } from './primitives.ts'

/** `tags.json`: names of tags; an unnamed tag is shown as the text after its colon. */
export const tagsFile = z.strictObject({
  tags: z.array(z.strictObject({ tag, name: localized(MAX_NAME_LENGTH) })).max(MAX_NAMED_TAGS),
})

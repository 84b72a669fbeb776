import * as z from 'zod'
import { MAX_NAME_LENGTH, MAX_NAMED_TAGS } from '../limits.ts'
import { localized, tag } from './primitives.ts'

/** `tags.json`: how tags read; one without a name reads as what stands after its colon. */
export const tagsFile = z.strictObject({
  tags: z.array(z.strictObject({ tag, name: localized(MAX_NAME_LENGTH) })).max(MAX_NAMED_TAGS),
})

import type { CallResponse } from '@clutch/contract'
import { asContentLoadId, asUserId, fail, succeed, WORLD } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import type { AuditSubject } from '../../store/audit-log.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import { readPack } from '../../content/read-pack.ts'
import type { Context } from '../../context.ts'
import type { OperatorInput } from '../../http/call-handlers.ts'
import { hashBody, type CommandOf } from '../../writer/submission.ts'
import type { Contents } from './contents.ts'
import { openContent } from './open-content.ts'
import { describeLoaded } from './pack-head.ts'
import { savePack, readStoredPack, type ReadPack } from './stored-contents.ts'

/**
 * Activates a checked pack: stores its files, then switches to it by one command to the writer, which carries the audit
 * row. A repeated call returns the first one's result, even if the folder has changed meanwhile.
 * @param folder undefined when no folder has that name
 */
export async function loadPack(
  context: Context,
  contents: Contents,
  ownFolder: string,
  folder: string | undefined,
  { operator, body }: OperatorInput<'POST /admin/load-content'>,
): Promise<ApiResult<CallResponse<'POST /admin/load-content'>>> {
  const { db } = context.store
  const { digest, compared_with, reason, idempotency_key } = body
  const { version, digest: digestBefore } = contents.current
  const audit: AuditSubject = {
    operator,
    action: 'content.load',
    target: body.folder,
    reason,
    idempotencyKey: idempotency_key,
    change: { before: { number: version, digest: digestBefore }, after: { digest } },
  }
  const reject = async (code: 'pack_not_found' | 'pack_changed') => {
    await writeAuditRow(db, audit, { outcome: code })
    return fail({ code })
  }
  if ((await readStoredPack(db, digest)) === undefined) {
    if (folder === undefined) return reject('pack_not_found')
    const read = await readPack(folder).catch((): ReadPack | undefined => undefined)
    if (read?.digest !== digest) return reject('pack_changed')
    // Stores the prize table before any spin can use it.
    await openContent(db, read.pack, { version, digest, loadedAtMs: Date.now() })
    await savePack(db, read)
  }
  const command: CommandOf<'load_content'> = {
    type: 'load_content',
    userId: WORLD,
    loadId: asContentLoadId(`${digest}/${operator.userId}/${idempotency_key}`),
    digest,
    seenVersion: compared_with,
    isStart: false,
    ownFolder,
  }
  const outcome = await context.writer.submit<'load_content'>({
    command,
    actorId: asUserId(operator.userId),
    idempotency: { ownerId: operator.userId, key: idempotency_key, requestHash: hashBody('content.load', body) },
    audit,
  })
  if (!outcome.ok) {
    const { code } = outcome.error
    if (code === 'unavailable' || code === 'economy_frozen') await writeAuditRow(db, audit, { outcome: code })
    return fail(context.toApiError(outcome.error))
  }
  await contents.follow()
  return succeed({ loaded: describeLoaded(contents.current) })
}

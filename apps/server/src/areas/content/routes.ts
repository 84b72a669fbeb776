import type { ContentProblem } from '@clutch/content'
import type { ContentFinding, OperatorAction } from '@clutch/contract'
import { fail, succeed } from '@clutch/economy'
import type { AuditSubject, Operator } from '../../store/audit-log.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { findAffected } from './affected.ts'
import type { PackChecker } from './check-pack.ts'
import type { Contents } from './contents.ts'
import { loadPack } from './load-pack.ts'
import { findObstacles } from './obstacles.ts'
import { describeLoaded } from './pack-head.ts'
import { findPackFolder, listPackFolders } from './pack-folders.ts'

/** Maximum findings per response. */
const FINDINGS_MAX = 1_000
const CHANGES_MAX = 2_000

export interface ContentOptions {
  readonly checker: PackChecker
  readonly contents: Contents
  /** Folder of the server's pack: the setting CONTENT_DIR. */
  readonly ownFolder: string
  /** Parent of the packs that can be checked: the setting CONTENT_PACKS_DIR. */
  readonly packsDir: string | undefined
}

/** Shows the loaded content pack, previews another one and switches to it. */
export function contentRoutes(context: Context, options: ContentOptions): CallHandlers {
  const { db } = context.store
  const { checker, contents, packsDir, ownFolder } = options
  const findFolder = async (name: string): Promise<string | undefined> => {
    if (name === '') return ownFolder
    return packsDir === undefined ? undefined : await findPackFolder(packsDir, name)
  }
  return {
    'POST /admin/content': async ({ operator }) => {
      await writeAuditRow(db, subjectOf(operator, 'content.read', ''), { outcome: 'done' })
      const folders = packsDir === undefined ? [] : await listPackFolders(packsDir)
      return succeed({ loaded: describeLoaded(contents.current), has_folder: packsDir !== undefined, folders })
    },
    'POST /admin/check-content': async ({ operator, body: { folder: name } }) => {
      const subject = subjectOf(operator, 'content.check', name)
      const folder = await findFolder(name)
      if (folder === undefined) {
        await writeAuditRow(db, subject, { outcome: 'pack_not_found' })
        return fail({ code: 'pack_not_found' })
      }
      const { current } = contents
      const checked = await checker.check(folder, current.pack)
      if (checked === 'busy') {
        await writeAuditRow(db, subject, { outcome: 'rate_limited' })
        return fail({ code: 'rate_limited', params: { retry_after_s: 1 } })
      }
      if (checked === undefined) {
        await writeAuditRow(db, subject, { outcome: 'unavailable' })
        return fail({ code: 'unavailable' })
      }
      await writeAuditRow(db, subject, { outcome: 'done', after: { digest: checked.pack?.digest ?? null } })
      const { problems, warnings, lasting, difference, gone, needsRestart } = checked
      const findings = [
        ...problems.map(toFinding('problem')),
        ...lasting.map(toFinding('lasting')),
        ...warnings.map(toFinding('warning')),
      ]
      return succeed({
        pack: checked.pack,
        findings: findings.slice(0, FINDINGS_MAX),
        difference: difference && {
          settings: [...difference.settings],
          changes: difference.changes
            .slice(0, CHANGES_MAX)
            .map((change) => ({ ...change, fields: [...change.fields] })),
        },
        affected: difference === null ? [] : await findAffected(db, difference),
        obstacles: await findObstacles(db, current, gone),
        needs_restart: needsRestart,
        compared_with: current.version,
        left_out: {
          findings: Math.max(0, findings.length - FINDINGS_MAX),
          changes: Math.max(0, (difference?.changes.length ?? 0) - CHANGES_MAX),
        },
      })
    },
    'POST /admin/load-content': async (input) =>
      loadPack(context, contents, ownFolder, await findFolder(input.body.folder), input),
  }
}

/** Problems of the whole folder have no file name, so that the server's paths are not disclosed. */
function toFinding(severity: ContentFinding['severity']) {
  return ({ file, entry, field, message }: ContentProblem): ContentFinding => ({
    severity,
    file: file.startsWith('/') ? '' : file,
    entry: entry ?? '',
    field,
    message,
  })
}

function subjectOf(operator: Operator, action: OperatorAction, target: string): AuditSubject {
  return { operator, action, target, reason: '', idempotencyKey: undefined }
}

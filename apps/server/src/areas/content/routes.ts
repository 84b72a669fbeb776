import type { ContentProblem } from '@clutch/content'
import type { ContentFinding, OperatorAction } from '@clutch/contract'
import { fail, succeed } from '@clutch/economy'
import type { AuditSubject, Operator } from '../../audit/audit-entry.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { toSeconds } from '../answers.ts'
import { findAffected } from './affected.ts'
import type { PackChecker } from './check-pack.ts'
import { headOf } from './pack-head.ts'
import { findPackFolder, listPackFolders } from './pack-folders.ts'

/** What one answer lists; nobody reads more. */
const FINDINGS_MAX = 1_000
const CHANGES_MAX = 2_000

export interface ContentOptions {
  readonly checker: PackChecker
  /** Whose folders may be checked: the setting CONTENT_PACKS_DIR. */
  readonly packsDir: string | undefined
}

/** Which content pack is loaded, and what another one would change. Nothing here changes the game. */
export function contentRoutes({ store: { db }, pack }: Context, { checker, packsDir }: ContentOptions): CallHandlers {
  const loaded = { ...headOf(pack), loaded_at: toSeconds(Date.now()) }
  return {
    'POST /admin/content': async ({ operator }) => {
      await writeAudit(db, subjectOf(operator, 'content.read', ''), { outcome: 'done' })
      const folders = packsDir === undefined ? [] : await listPackFolders(packsDir)
      return succeed({ loaded, has_folder: packsDir !== undefined, folders })
    },
    'POST /admin/check-content': async ({ operator, body: { folder: name } }) => {
      const subject = subjectOf(operator, 'content.check', name)
      const folder = packsDir === undefined ? undefined : await findPackFolder(packsDir, name)
      if (folder === undefined) {
        await writeAudit(db, subject, { outcome: 'pack_not_found' })
        return fail({ code: 'pack_not_found' })
      }
      const checked = await checker.check(folder)
      if (checked === undefined) {
        await writeAudit(db, subject, { outcome: 'unavailable' })
        return fail({ code: 'unavailable' })
      }
      await writeAudit(db, subject, { outcome: 'done', after: { digest: checked.pack?.digest ?? null } })
      const { problems, warnings, lasting, difference } = checked
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
        left_out: {
          findings: Math.max(0, findings.length - FINDINGS_MAX),
          changes: Math.max(0, (difference?.changes.length ?? 0) - CHANGES_MAX),
        },
      })
    },
  }
}

/** A problem of the whole folder names no file: the server's paths are nobody's business. */
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

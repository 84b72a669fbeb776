import type { DueSubject, HarvestEnded, HarvestGroup, HarvestSet, UserId } from '@clutch/economy'
import type { AreaRows } from '../../writer/area.ts'
import * as statements from './statements.ts'

/** Rows of harvests that a batch writes. Runs that begin and end within it are not written. */
export function collectHarvestRows(): AreaRows {
  const settings = new Map<string, HarvestSet>()
  const startedGroups = new Map<string, HarvestGroup>()
  const endedGroups = new Set<string>()
  const ended: HarvestEnded[] = []
  const experienceRows = new Map<string, statements.ExperienceRow>()
  const users = new Set<UserId>()
  return {
    on: {
      harvest_set: (event) => void settings.set(`${event.userId}/${event.recipeId}`, event),
      harvest_started({ group }) {
        startedGroups.set(group.id, group)
        users.add(group.userId)
      },
      harvest_ended(event) {
        const { group, experience } = event
        ended.push(event)
        if (!startedGroups.delete(group.id)) endedGroups.add(group.id)
        for (const { itemId, experience: value } of experience) {
          experienceRows.set(`${group.userId}/${group.recipeId}/${itemId}`, { group, itemId, experience: value })
        }
        users.add(group.userId)
      },
    },
    settledCount: () => ended.length,
    dueSubjects: () => Array.from(users, (id): DueSubject => ({ kind: 'player', id })),
    statements: () => [
      statements.upsertHarvestSettings([...settings.values()]),
      statements.insertHarvestGroups([...startedGroups.values()]),
      statements.deleteHarvestGroups([...endedGroups]),
      statements.insertHarvestHistory(ended),
      statements.upsertExperience([...experienceRows.values()]),
    ],
  }
}

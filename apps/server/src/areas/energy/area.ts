import type { CallResponse } from '@clutch/contract'
import { toSecondsBy } from '@clutch/contract/formats'
import { asUserId, COINS, type Events } from '@clutch/economy'
import type { ServerArea } from '../../area.ts'
import { overRows } from '../../store/statement.ts'

declare module '../../writer/outcome.ts' {
  interface Responses {
    activate_energy: CallResponse<'POST /energy/activate'>
  }
}

declare module '../../bus/message.ts' {
  interface AreaUpdates {
    /** Energised players and the end of their energy. */
    readonly energy: readonly { readonly userId: string; readonly untilMs: number }[]
  }
}

declare module '../../store/database.ts' {
  interface Database {
    energised: EnergisedTable
  }
}

interface EnergisedTable {
  user_id: string
  until_ms: number
}

/** Players' energy (rules §8). */
export const energyArea = {
  name: 'energy',
  accounts: {
    statements: (userIds) => [
      {
        name: 'select-energised',
        text: 'select user_id, until_ms from energised where user_id = any($1::uuid[])',
        values: [userIds],
      },
    ],
    add(world, [energised = []]) {
      for (const row of energised as readonly Partial<EnergisedTable>[]) {
        world.account(asUserId(String(row.user_id))).energy.untilMs = Number(row.until_ms)
      }
    },
  },
  rows() {
    const energised = new Map<string, Events['energised']>()
    return {
      on: { energised: (event) => void energised.set(event.userId, event) },
      statements: () => [
        overRows(
          'upsert-energised',
          [...energised.values()],
          [({ userId }) => userId, ({ untilMs }) => untilMs],
          `insert into energised (user_id, until_ms) select * from unnest($1::uuid[], $2::bigint[])
          on conflict (user_id) do update set until_ms = excluded.until_ms`,
        ),
      ],
    }
  },
  responses: {
    activate_energy: ({ userId }, _events, world) => ({
      count: world.balanceOf(userId, world.catalogue.energy?.itemId ?? COINS).free,
      energised_until: toSecondsBy(world.account(userId).energy.untilMs),
    }),
  },
  updates() {
    const energy: { userId: string; untilMs: number }[] = []
    return {
      on: { energised: ({ userId, untilMs }) => void energy.push({ userId, untilMs }) },
      take: () => (energy.length === 0 ? {} : { energy }),
    }
  },
  frames({ energy = [] }, sink) {
    for (const { userId, untilMs } of energy) {
      sink.toPlayer(userId, 'energy', { case: 'energyChanged', value: { energisedUntil: BigInt(untilMs) } })
    }
  },
} satisfies ServerArea

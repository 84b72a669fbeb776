import { expect, test } from 'vitest'
import { marketplaceContract } from './marketplace.ts'

test.each(['POST /marketplace/check-buy-lot', 'POST /marketplace/check-sell-lot'] as const)(
  '%s changes nothing and has the rate limit of reads (rules §16)',
  (name) => {
    const { command, rateLimit } = marketplaceContract.calls[name]
    expect({ command, rateLimit }).toEqual({
      command: false,
      rateLimit: marketplaceContract.calls['POST /marketplace/get-item-details'].rateLimit,
    })
  },
)

export {
  createEvent,
  decodeBatch,
  encodeAnswers,
  encodeBatch,
  encodeFollows,
  encodeHeartbeat,
  encodeViewed,
  type LiveBatch,
  type LiveEvent,
  type LiveEventType,
} from './codec.ts'
export {
  FriendshipStatus,
  HarvestChange,
  LotStatus,
  NotificationKind,
  Queue,
  QueueStatus,
  Side,
  type CallAnswer,
  type Event,
  type HarvestChanged,
  type Trade,
} from './gen/live_pb.js'
export { toSafeNumber } from './values.ts'

export {
  createEvent,
  decodeBatch,
  encodeAnswers,
  encodeBatch,
  encodeFollows,
  encodeViewed,
  type LiveBatch,
  type LiveEvent,
  type LiveEventType,
} from './codec.ts'
export {
  HarvestChange,
  LotStatus,
  NotificationKind,
  Queue,
  QueueStatus,
  Side,
  type CallAnswer,
  type Event,
  type HarvestChanged,
} from './gen/live_pb.js'
export { toSafeNumber } from './values.ts'

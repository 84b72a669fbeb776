export {
  createEvent,
  decodeBatch,
  decodeClientMessage,
  encodeAnswer,
  encodeBatch,
  encodeClientMessage,
  toSafeNumber,
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
  type ClientMessage,
  type Event,
  type HarvestChanged,
} from './gen/live_pb.js'

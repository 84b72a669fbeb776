export { createEvent, decodeBatch, encodeBatch, toSafeNumber, type LiveEvent, type LiveEventType } from './codec.ts'
export {
  HarvestChange,
  LotStatus,
  NoticeKind,
  Queue,
  QueueStatus,
  Side,
  type Event,
  type HarvestChanged,
} from './gen/live_pb.js'

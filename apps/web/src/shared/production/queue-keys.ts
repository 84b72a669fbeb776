/** Where the query cache keeps the queues. */
export const CRAFT_QUEUE_KEY = ['craft-queue']
export const FACTORY_QUEUE_KEY = ['factory-queue']

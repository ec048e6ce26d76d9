export {
  BadCall,
  BadRequest,
  Conflict,
  type ErrorFacts,
  Forbidden,
  KeyReused,
  NoAnswer,
  NoToken,
  NotFound,
  NotTheApi,
  Redirected,
  ServerFault,
  SluiceError,
  TimedOut,
  TooManyRequests,
  Unauthorized,
  Unavailable,
} from './errors.ts';
export type { ApiLists, ApiMethods } from './generated/operations.ts';
export type { Schemas } from './generated/schemas.ts';
export { type ClientOptions, openClient, type SluiceClient } from './open-client.ts';
export type { CallOptions } from './operation.ts';
export type { TokenSource } from './send-call.ts';
export {
  BpmnError,
  LockLost,
  RetryLater,
  type RetryLaterOptions,
  Stopped,
  type TaskContext,
  type TaskHandler,
  type TaskResult,
  type WorkOptions,
} from './task-handler.ts';
export type { Worker } from './work.ts';

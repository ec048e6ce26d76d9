export type { TokenSource } from './access-token.ts';
export type { CallOptions } from './call-options.ts';
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
export { BpmnError, LockLost, RetryLater, type RetryLaterOptions, Stopped } from './task-errors.ts';
export type { TaskContext, TaskHandler, TaskResult, WorkOptions } from './task-handler.ts';
export type { Worker } from './work.ts';

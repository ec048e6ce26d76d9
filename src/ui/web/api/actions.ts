import { notifications } from '@mantine/notifications';
import { type QueryClient, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { createElement, useEffect, useRef } from 'react';
import { ErrorMessage } from '../components/error-message.tsx';
import { ApiError, postService } from './client.ts';
import type { JsonText } from './json-text.ts';
import type { Deployed } from './service-types.ts';

/** Write endpoints of the API. Each rejects with an ApiError. Call them through {@link useAction}. */
export const actions = {
  deploy: (bpmnXml: string) => postService<Deployed>('/Definitions/deploy', { BpmnXml: bpmnXml }),
  /** `resources` undefined: none */
  deployTogether: (request: {
    bpmnXml: string;
    resources: readonly { readonly Name: string; readonly Content: string }[] | undefined;
  }) => postService<Deployed>('/Definitions/deploy', { BpmnXml: request.bpmnXml, Resources: request.resources }),
  deployDecisions: (dmnXml: string) => postService<DeployedFile>('/Decisions/deploy', { DmnXml: dmnXml }),
  enable: (key: string) => postService('/Definitions/enable', { ProcessDefinitionKey: key }),
  disable: (key: string) => postService('/Definitions/disable', { ProcessDefinitionKey: key }),
  start: (request: { key: string; version?: number; businessId?: string; variables?: JsonText }) =>
    postService<{ readonly WorkflowInstanceId: string }>('/Execution/start', {
      WorkflowId: request.key,
      ...(request.version !== undefined && { Version: request.version }),
      ...(request.businessId !== undefined && { BusinessId: request.businessId }),
      ...(request.variables !== undefined && { Variables: request.variables }),
    }),
  completeActivity: (request: { instanceId: string; activityId: string; variables?: JsonText }) =>
    postService('/Execution/complete-activity', {
      WorkflowInstanceId: request.instanceId,
      ActivityId: request.activityId,
      Variables: request.variables ?? {},
    }),
  cancelInstance: (request: { instanceId: string; reason?: string }) =>
    postService(`/Instances/${request.instanceId}/cancel`, request.reason === undefined ? {} : { reason: request.reason }),
  /** `from`: the user whose claim it replaces. It replaces no other one: the page may be outdated. */
  claim: (request: { taskId: string; from?: string | null } & NamedActor) =>
    postService(`/UserTasks/${request.taskId}/claim`, {
      UserId: request.userId,
      UserGroups: request.groups ?? [],
      OnlyIfUnclaimed: true,
      TakeOverFrom: request.from ?? null,
    }),
  unclaim: (taskId: string) => postService(`/UserTasks/${taskId}/unclaim`),
  complete: (request: { taskId: string; variables: JsonText } & NamedActor) =>
    postService(`/UserTasks/${request.taskId}/complete`, { UserId: request.userId, Variables: request.variables }),
  /** Claims, then completes. If the completion fails, the task stays claimed. */
  claimAndComplete: async (request: { taskId: string; variables: JsonText } & NamedActor) => {
    await actions.claim(request);
    return await actions.complete(request);
  },
  comment: (request: { taskId: string; text: string } & NamedActor) =>
    postService(`/UserTasks/${request.taskId}/comments`, { UserId: request.userId, Text: request.text }),
  fail: (request: { taskId: string; errorMessage: string; errorCode?: string }) =>
    postService(`/UserTasks/${request.taskId}/fail`, {
      errorMessage: request.errorMessage,
      ...(request.errorCode !== undefined && { errorCode: request.errorCode }),
    }),
  retryLetter: (letterId: string) => postService(`/DeadLetters/${letterId}/retry`),
  dropLetter: ({ letterId, reason }: { letterId: string; reason: string }) =>
    postService(`/DeadLetters/${letterId}/drop`, { Reason: reason }),
  cancelTask: (request: { taskId: string; reason?: string }) =>
    postService(`/UserTasks/${request.taskId}/cancel`, request.reason === undefined ? {} : { reason: request.reason }),
};

/** Response of a deploy (docs/contributing/spec/decisions.md#deploy). */
export interface DeployedFile {
  readonly DecisionKey: string;
  readonly Version: number;
  readonly Unchanged?: boolean;
  readonly AdditionalDecisions?: readonly Pick<DeployedFile, 'DecisionKey' | 'Version' | 'Unchanged'>[];
  readonly Warnings?: readonly string[];
}

/** `meta` of dry runs, which {@link readAgain} does not repeat. */
export const PREVIEW = { isPreview: true };

/** The acting user, only if sign-in is off; otherwise that of the session (docs/contributing/spec/pages.md#user-tasks). */
export interface NamedActor {
  readonly userId?: string;
  readonly groups?: readonly string[];
}

/**
 * Runs an action. After success, shows the text of `done` and reads all data again. Shows errors except 401. After 404 or 409, also reads all data
 * again.
 * @param done undefined: no message, because the caller shows the result
 * @param showsRefusal false: the component shows the error while it is on the page
 * @param handles shows an error in another way; false: not this one
 * @param words text of an error in the message
 */
export function useAction<T, R>(
  action: (request: T) => Promise<R>,
  done: (result: R, request: T) => string | undefined,
  {
    showsRefusal = true,
    handles = () => false,
    words = ({ message }) => message,
  }: {
    readonly showsRefusal?: boolean;
    readonly handles?: (error: Error, request: T) => boolean;
    readonly words?: (error: Error, request: T) => string;
  } = {},
): UseMutationResult<R, Error, T> {
  const queries = useQueryClient();
  const isHere = useIsHere();
  return useMutation({
    mutationFn: action,
    onSuccess: (result, request) => {
      const message = done(result, request);
      if (message !== undefined) notifications.show({ message, color: 'green' });
      return readAgain(queries);
    },
    onError: (error, request) => {
      const isExpired = error instanceof ApiError && error.status === 401; // the sign-in dialog is shown
      if (!isExpired && !handles(error, request) && (showsRefusal || !isHere.current))
        notifications.show({
          message: createElement(ErrorMessage, { text: words(error, request) }),
          color: 'red',
          autoClose: 10_000,
        });
      // outdated page, for example after an action of another user
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) void readAgain(queries);
    },
  });
}

/** `current`: the component is on the page. A dialog can be closed while its action runs. */
function useIsHere(): { readonly current: boolean } {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

/** Reads all data again, except the session and dry runs. */
export function readAgain(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ predicate: ({ queryKey, meta }) => queryKey[0] !== 'session' && meta !== PREVIEW });
}

import { Alert, Button, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { actions, useAction } from '../../../api/actions.ts';
import type { TaskCommentPage } from '../../../api/service-types.ts';
import { taskCommentsQuery } from '../../../api/views.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { Time } from '../../../components/time.tsx';
import { faultTexts } from '../../../texts/forms.ts';
import { pageTexts } from '../../../texts/user-tasks.ts';
import type { ActAs } from '../acting.ts';

/** Limit of the engine. Unit: characters. */
const MAX_COMMENT = 4000;

/** Latest last. `may`: adds a field for a new one (docs/contributing/spec/http/user-tasks.md#comments). */
export function TaskComments({ taskId, actAs, may }: { readonly taskId: string; readonly actAs: ActAs; readonly may: boolean }) {
  const comments = useQuery(taskCommentsQuery(taskId));
  const [text, setText] = useState('');
  const comment = useAction(actions.comment, () => pageTexts.comments.added, { showsRefusal: false });
  const isReady = may && text.trim() !== '' && text.length <= MAX_COMMENT && !comment.isPending;
  const send = () => {
    if (isReady) actAs((actor) => comment.mutate({ taskId, text, ...actor }, { onSuccess: () => setText('') }));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    send();
  };
  return (
    <section aria-label={pageTexts.comments.title} className="work-section">
      <Title order={3} size="h5" mb={8}>
        {pageTexts.comments.title}
      </Title>
      <Stack gap="sm">
        {comments.data !== undefined && <Said page={comments.data} />}
        {comments.isError && comments.data === undefined && <Text c="dimmed">{pageTexts.comments.unread}</Text>}
        {may && (
          <>
            <Textarea
              label={pageTexts.comments.label}
              data-comment
              autosize
              minRows={2}
              maxRows={8}
              value={text}
              error={text.length > MAX_COMMENT ? faultTexts.longest(MAX_COMMENT) : undefined}
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={press}
            />
            {comment.error !== null && (
              <Alert color="red" variant="light" role="alert">
                <ErrorMessage text={comment.error.message} />
              </Alert>
            )}
            <Group justify="flex-end">
              <Button variant="default" disabled={!isReady} loading={comment.isPending} onClick={send}>
                {pageTexts.comments.add}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </section>
  );
}

function Said({ page: { items, totalCount } }: { readonly page: TaskCommentPage }) {
  if (items.length === 0) return <Text c="dimmed">{pageTexts.comments.none}</Text>;
  return (
    <>
      {totalCount > items.length && (
        <Text size="sm" c="dimmed">
          {pageTexts.comments.latest(items.length, totalCount)}
        </Text>
      )}
      <ol className="work-comments">
        {items.toReversed().map(({ commentId, author, text, createdAt }) => (
          <li key={commentId}>
            <span className="work-comment-head">
              <b>{author}</b> <Time value={createdAt} />
            </span>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </>
  );
}

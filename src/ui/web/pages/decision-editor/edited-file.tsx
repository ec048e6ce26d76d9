import { Alert } from '@mantine/core';
import { useEffect, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorMessage } from '../../components/error-message.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMay } from '../../components/use-may.ts';
import { useTextCheck } from '../../components/use-text-check.ts';
import { decisionsTexts } from '../../texts/decisions.ts';
import { checkFile } from './check-file.ts';
import { FileActs, useDeploy, useDraftKeeper } from './file-acts.tsx';
import { FileCheck, type OpenedVersion } from './file-check.tsx';
import { RefusedFile } from './refused-file.tsx';
import { TableTools } from './table-tools.tsx';
import { useTableEditor } from './use-table-editor.ts';

const words = decisionsTexts.editor;

/** Edits one table of a file, with the actions for the file. */
export function EditedFile(props: {
  readonly xml: string;
  /** id for changes in the browser */
  readonly draftId: string;
  /** `xml` is a stored draft, which can be discarded */
  readonly isDraft: boolean;
  /** absent: another source */
  readonly opened?: OpenedVersion;
  readonly title: string;
  /** opens the file without draft */
  readonly onDiscard: () => void;
}) {
  const { xml, draftId, isDraft, opened, title, onDiscard } = props;
  const { ground, phase } = useTableEditor(xml);
  const editor = phase.name === 'open' ? phase.editor : undefined;
  const draft = useDraftKeeper(editor, draftId, isDraft);
  const [chosen, setChosen] = useState(opened?.key);
  const shown = editor?.tables.find((id) => id === chosen) ?? editor?.tables[0];
  useEffect(() => {
    if (editor !== undefined && shown !== undefined) void editor.show(shown);
  }, [editor, shown]);
  const mayDeploy = useMay()('author');
  const check = useTextCheck(editor, mayDeploy, checkFile);
  useEffect(() => {
    const marked = (check.checked?.findings ?? []).flatMap(({ cellId, severity }) =>
      cellId === undefined ? [] : [{ id: cellId, severity }],
    );
    editor?.mark(marked);
  }, [editor, check.checked]);
  const deploy = useDeploy(shown, draft.forget);
  return (
    <>
      <PageHeading title={title}>
        <FileActs draft={draft} editor={editor} shown={shown} deploy={deploy} onDiscard={onDiscard} />
      </PageHeading>
      {deploy.error !== null && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          <ErrorMessage text={deploy.error.message} />
        </Alert>
      )}
      {phase.name === 'loading' && <Loading />}
      {phase.name === 'failed' && <EmptyState text={words.notOpened(phase.reason)} />}
      {phase.name === 'refused' && <RefusedFile losses={phase.losses} />}
      {phase.name === 'open' && phase.comments.length > 0 && (
        <Alert color="yellow" variant="light" mb="sm">
          {words.losesComments(phase.comments)}
        </Alert>
      )}
      {phase.name === 'open' && <TableTools editor={phase.editor} file={phase.file} shown={shown} onShow={setChosen} />}
      <section
        ref={ground}
        className="decision-table table-editor"
        aria-label={words.table}
        hidden={phase.name === 'refused' || phase.name === 'failed' || (editor !== undefined && shown === undefined)}
      />
      {editor !== undefined && mayDeploy && <FileCheck check={check} shown={shown} opened={opened} onShow={setChosen} />}
    </>
  );
}

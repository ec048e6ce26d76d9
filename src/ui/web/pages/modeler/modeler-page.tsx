import { Alert, Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { nextVersionsQuery, xmlQuery } from '../../api/views.ts';
import { DiagramNotes } from '../../components/diagram/diagram-notes.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useLeaveQuestion } from '../../components/page-router.tsx';
import { useMay } from '../../components/use-may.ts';
import { isLeaving } from '../../components/use-parameters.ts';
import { CheckBar } from './check-bar.tsx';
import { draftIdOf, readDraft } from './drafts.ts';
import { DrawingButtons } from './drawing-buttons.tsx';
import { ElementView } from './element-view.tsx';
import { FormFieldsView } from './form-fields-view.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import '../../components/diagram/editor-theme.css';
import './modeler.css';
import { modelerTexts } from '../../texts/modeler.ts';
import { RestoredNote } from './restored-note.tsx';
import { type ModelingSession, newOpening, type Opening } from './session.ts';
import type { SimulatedFile } from './simulation/simulate.ts';
import { SimulatedFiles } from './simulation/simulated-files.tsx';
import { SimulationPanel } from './simulation/simulation-panel.tsx';
import { TaskTypeView } from './task-type-view.tsx';
import { Tools } from './tools.tsx';
import { useModelCheck } from './use-model-check.ts';
import { useSession } from './use-session.ts';

/**
 * Draws, deploys and starts a model. Address parameters: `key` and `version`, `key` for the newest, or `draft`; none for a new model. A stored draft
 * of the version opens instead of it. The address follows the open model, for a reload.
 */
export function ModelerPage() {
  const location = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const opened = useRef(location.key);
  opened.current = followed(location) ?? location.key;
  const follow = useCallback(
    (session: ModelingSession) => {
      if (!isLeaving(location.pathname)) setParameters(session.address, { replace: true, state: { follows: opened.current } });
    },
    [setParameters, location.pathname],
  );
  return <OpenModel key={opened.current} parameters={parameters} onFollow={follow} />;
}

/** Key of the location that opened the model, if the address was only updated since. */
function followed({ state }: { readonly state?: unknown }): string | undefined {
  return (state as { readonly follows?: string } | null)?.follows;
}

function OpenModel(props: { readonly parameters: URLSearchParams; readonly onFollow: (session: ModelingSession) => void }) {
  const { parameters, onFollow } = props;
  const queries = useQueryClient();
  const deployed = async (key: string, version: number): Promise<Opening> => ({
    origin: { kind: 'version', key, version },
    xml: await queries.fetchQuery(xmlQuery(key, version)),
  });
  /** Returns 1 if the key has no version or the read fails. */
  const newestOf = async (key: string): Promise<number> => {
    const [next] = await queries.fetchQuery(nextVersionsQuery([key]));
    return Math.max(1, (next?.version ?? 0) - 1);
  };
  // while the user is asked, the address stays
  const isAsking = useRef(false);
  const followUnasked = (kept: ModelingSession) => {
    if (!isAsking.current) onFollow(kept);
  };
  const { ground, panel, session, state, error } = useSession(async () => {
    const [key, given] = [parameters.get('key'), Number(parameters.get('version'))];
    const version = key !== null && given === 0 ? await newestOf(key) : given;
    const id = parameters.get('draft') ?? (key === null ? '' : draftIdOf({ kind: 'version', key, version }));
    const draft = readDraft(id);
    if (draft !== null) return { draft };
    if (parameters.has('draft')) throw new Error(modelerTexts.draftIsGone);
    return key === null ? newOpening() : deployed(key, version);
  }, followUnasked);
  const [problem, setProblem] = useState<string | undefined>();
  const [isSimulating, setSimulating] = useState(false);
  const [files, setFiles] = useState<readonly SimulatedFile[]>([]);
  const question = useQuestion(session);
  isAsking.current = question.going !== undefined;
  const open = (opening: () => Promise<Opening>) =>
    question.ask(() => {
      setProblem(undefined);
      setSimulating(false);
      setFiles([]);
      void (async () => {
        await session?.open(await opening());
        if (session !== null) onFollow(session);
      })().catch(async (fault: Error) => {
        setProblem(modelerTexts.notOpened(fault.message));
        // `keep` does not store discarded changes
        if ((await session?.keep()) !== undefined && session !== null) onFollow(session);
      });
    });
  const tools = session?.editor.tools;
  const isCheckable = useMay()('author');
  const check = useModelCheck(session?.editor, isCheckable, files);
  useEffect(() => session?.editor.markFindings(check.checked?.findings ?? []), [session, check.checked]);
  const restored = state?.restored?.origin;
  return (
    <div className="modeler-page">
      <PageHeading title={modelerTexts.title}>
        {session !== null && (
          <Tools
            session={session}
            files={files}
            problem={problem}
            isSimulating={isSimulating}
            onSimulate={() => setSimulating((is) => !is)}
            onDeployed={() => setSimulating(false)}
            onProblem={setProblem}
            onOpen={open}
            onFollow={() => onFollow(session)}
          />
        )}
      </PageHeading>
      {error !== undefined && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          {modelerTexts.notOpened(error)}
        </Alert>
      )}
      {session === null && error === undefined && <Loading />}
      {state !== null && (
        <Group className="modeler-notes" gap="xs">
          <RestoredNote state={state} onOpenDraft={(draft) => open(async () => ({ draft }))}>
            {restored?.kind === 'version' && (
              <Button size="xs" variant="default" onClick={() => open(() => deployed(restored.key, restored.version))}>
                {modelerTexts.openDeployed}
              </Button>
            )}
          </RestoredNote>
          <DiagramNotes notes={state.notes} isOpen {...(tools && { canShow: tools.isDrawn, onShow: tools.show })} />
        </Group>
      )}
      <div className="modeler">
        <div className="modeler-drawing">
          <section ref={ground} className="modeler-ground" aria-label={modelerTexts.drawing} />
          {tools !== undefined && <DrawingButtons tools={tools} />}
        </div>
        <aside
          className={isSimulating ? 'modeler-side is-simulating' : 'modeler-side'}
          aria-label={isSimulating ? modelerTexts.simulation.title : modelerTexts.properties}
        >
          {isSimulating && session !== null && (
            <SimulationPanel editor={session.editor} files={files} onFiles={setFiles} onClose={() => setSimulating(false)} />
          )}
          <div ref={panel} className="modeler-panel" />
          {session !== null && <TaskTypeView tools={session.editor.tools} types={session.editor.types} />}
          {session !== null && <FormFieldsView tools={session.editor.tools} forms={session.editor.forms} />}
          {tools !== undefined && <ElementView tools={tools} check={check} />}
        </aside>
      </div>
      {tools !== undefined && isCheckable && (
        <>
          <CheckBar tools={tools} check={check} origin={state?.origin} />
          {!isSimulating && <SimulatedFiles files={files} help={modelerTexts.tools.filesHelp} onChange={setFiles} />}
        </>
      )}
      {session !== null && question.going !== undefined && (
        <LeaveDialog
          session={session}
          onGo={question.going}
          onCancel={() => {
            question.stay();
            onFollow(session);
          }}
        />
      )}
    </div>
  );
}

/** Asks before another model or page replaces unsaved changes. */
function useQuestion(session: ModelingSession | null) {
  const location = useLocation();
  const { going, ask, stay } = useLeaveQuestion(
    (next) => session?.state?.isUnsaved === true && (followed(next) ?? next.key) !== (followed(location) ?? location.key),
  );
  return { ask: (go: () => void) => (session?.state?.isUnsaved ? ask(go) : go()), going, stay };
}

import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { actions, type DeployedFile, useAction } from '../../api/actions.ts';
import { DownloadIcon, UploadIcon } from '../../components/page-icons.tsx';
import { useMay } from '../../components/use-may.ts';
import { decisionsTexts } from '../../texts/decisions.ts';
import { decisionPath } from '../decisions/decision-grid.tsx';
import { forgetDraft, keepDraft } from './drafts.ts';
import type { TableEditor } from './open-editor.ts';
import { OtherFiles } from './other-files.tsx';

/** Delay after the last change. */
const KEEP_AFTER_MS = 300;

/** `none`: no changes. `kept`: stored in the browser. `unkept`: the browser cannot store it. */
type DraftState = 'none' | 'kept' | 'unkept';

/** Stores each change in this browser. `isDraft`: the opened file is a draft. `forget`: deletes the draft and stores no further changes. */
export function useDraftKeeper(editor: TableEditor | undefined, id: string, isDraft: boolean) {
  const [state, setState] = useState<DraftState>(isDraft ? 'kept' : 'none');
  const isOver = useRef(false);
  // runs before the editor is removed, to store the last input
  useLayoutEffect(() => {
    if (editor === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: string | undefined;
    const keep = async () => {
      const text = await editor.read();
      if (isOver.current || text === last) return;
      // the first text is the file
      if (last !== undefined) setState(keepDraft(id, text) ? 'kept' : 'unkept');
      last = text;
    };
    void keep();
    const unwatch = editor.watchText(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void keep(), KEEP_AFTER_MS);
    });
    const keepNow = () => void keep();
    window.addEventListener('pagehide', keepNow);
    return () => {
      unwatch();
      clearTimeout(timer);
      window.removeEventListener('pagehide', keepNow);
      void keep().catch(() => undefined); // a closed editor reports no errors
    };
  }, [editor, id]);
  return {
    state,
    forget() {
      isOver.current = true;
      forgetDraft(id);
    },
  };
}

const words = decisionsTexts.editor;

/** Discard the draft, open another file, download, deploy. */
export function FileActs(props: {
  readonly draft: ReturnType<typeof useDraftKeeper>;
  readonly editor: TableEditor | undefined;
  /** decision of the edited table */
  readonly shown: string | undefined;
  readonly deploy: ReturnType<typeof useDeploy>;
  /** opens the file without draft */
  readonly onDiscard: () => void;
}) {
  const { draft, editor, shown, deploy, onDiscard } = props;
  const may = useMay();
  return (
    <>
      {draft.state !== 'none' && (
        <Text size="sm" c="dimmed" role="status">
          {draft.state === 'kept' ? words.kept : words.unkept}
        </Text>
      )}
      {draft.state !== 'none' && (
        <Button
          variant="default"
          onClick={() => {
            draft.forget();
            onDiscard();
          }}
        >
          {words.discard}
        </Button>
      )}
      <OtherFiles />
      <Button
        variant="default"
        leftSection={<DownloadIcon />}
        disabled={editor === undefined}
        onClick={() => void editor?.read().then((text) => download(text, shown))}
      >
        {words.download}
      </Button>
      <Button
        leftSection={<UploadIcon />}
        disabled={editor === undefined || !may('author')}
        loading={deploy.isPending}
        onClick={() => void editor?.read().then((text) => deploy.mutate(text))}
      >
        {words.deploy}
      </Button>
    </>
  );
}

/** Deploys a file, deletes the draft, shows the new versions and opens the edited decision. The caller shows errors. */
export function useDeploy(shown: string | undefined, forgetDraft: () => void) {
  const navigate = useNavigate();
  return useAction(
    actions.deployDecisions,
    (deployed) => {
      const all = [deployed, ...(deployed.AdditionalDecisions ?? [])];
      for (const one of all) notifications.show({ color: 'green', message: saidOf(one) });
      const warnings = deployed.Warnings ?? [];
      if (warnings.length > 0) notifications.show({ color: 'yellow', message: words.warned(warnings.length) });
      forgetDraft();
      const edited = all.find(({ DecisionKey }) => DecisionKey === shown) ?? deployed;
      void navigate(decisionPath(edited.DecisionKey, edited.Version));
      return undefined;
    },
    { showsRefusal: false },
  );
}

function saidOf({ DecisionKey, Version, Unchanged }: Omit<DeployedFile, 'AdditionalDecisions' | 'Warnings'>): string {
  return Unchanged === true ? words.unchanged(DecisionKey, Version) : words.deployed(DecisionKey, Version);
}

function download(xml: string, name = 'decisions'): void {
  const address = URL.createObjectURL(new Blob([xml], { type: 'application/xml' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.dmn`;
  link.click();
  URL.revokeObjectURL(address);
}

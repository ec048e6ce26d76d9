import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from 'react-router';
import { actions, type DeployedFile, useAction } from '../../api/actions.ts';
import { DownloadIcon, UploadIcon } from '../../components/page-icons.tsx';
import { useMay } from '../../components/use-may.ts';
import { decisionsTexts } from '../../texts/decisions.ts';
import { decisionPath } from '../decisions/decision-grid.tsx';
import type { TableEditor } from './open-editor.ts';
import { OtherFiles } from './other-files.tsx';
import type { useDraftKeeper } from './use-draft-keeper.ts';

const words = decisionsTexts.editor;

/** What can be done with all of a file. */
export function FileActs(props: {
  readonly draft: ReturnType<typeof useDraftKeeper>;
  readonly editor: TableEditor | undefined;
  /** the decision whose table is edited */
  readonly shown: string | undefined;
  readonly deploy: ReturnType<typeof useDeploy>;
  /** opens the file without the draft */
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

/** Deploys a file, shows the new versions, and opens the one of the edited table. */
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

/** Gives the file to the browser. */
function download(xml: string, name = 'decisions'): void {
  const address = URL.createObjectURL(new Blob([xml], { type: 'application/xml' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.dmn`;
  link.click();
  URL.revokeObjectURL(address);
}

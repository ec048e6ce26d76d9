import { Alert, Button, FileButton, List, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo, useState } from 'react';
import { actions, useAction } from '../../api/actions.ts';
import type { Deployed } from '../../api/service-types.ts';
import { Diagram } from '../diagram/diagram.tsx';
import { Dialog } from '../dialog.tsx';
import { UploadIcon } from '../page-icons.tsx';
import { faultMarks } from './fault-marks.ts';
import { readModelFile } from './read-model-file.ts';

/** Largest model (docs/spec/pages.md#workflows). Unit: bytes. */
const MODEL_LIMIT = 10 * 1024 * 1024;

/** Takes a model file, shows it, deploys it, and shows a refusal at the element it is about (docs/spec/pages.md#workflows). */
export function DeployDialog({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<{ readonly name: string; readonly xml: string } | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const [warnings, setWarnings] = useState<Deployed | null>(null);
  const deploy = useAction(actions.deploy, sayDeployed, { showsRefusal: false });
  const take = async (chosen: File | null | undefined) => {
    if (chosen == null) return;
    deploy.reset();
    setFile(null);
    const refusal = refusalOf(chosen);
    setProblem(refusal);
    if (refusal !== undefined) return;
    await readModelFile(chosen).then(
      (xml) => setFile({ name: chosen.name, xml }),
      (fault: Error) => setProblem(fault.message),
    );
  };
  const submit = () => {
    if (warnings !== null) return onClose();
    deploy.mutate(file?.xml ?? '', {
      onSuccess: (deployed) => {
        if (deployed.Warnings === undefined || deployed.Warnings.length === 0) onClose();
        else setWarnings(deployed);
      },
    });
  };
  return (
    <Dialog
      title="Deploy"
      action={warnings === null ? 'Deploy' : 'Done'}
      dismiss={warnings === null ? 'Cancel' : 'Close'}
      size="xl"
      isReady={file !== null}
      isBusy={deploy.isPending}
      refusal={problem ?? deploy.error?.message}
      onAction={submit}
      onClose={onClose}
    >
      <DropZone name={file?.name} onFile={(chosen) => void take(chosen)} />
      {file !== null && <Preview xml={file.xml} refusal={deploy.error?.message} />}
      {warnings !== null && <Warnings texts={warnings.Warnings ?? []} />}
    </Dialog>
  );
}

/** Says which versions exist now. */
export function sayDeployed(deployed: Deployed): undefined {
  for (const { ProcessDefinitionKey, Version } of [deployed, ...(deployed.AdditionalDefinitions ?? [])]) {
    notifications.show({ color: 'green', message: `Deployed '${ProcessDefinitionKey}' v${Version}.` });
  }
}

/** Why a file cannot be a model; undefined: nothing speaks against it. */
export function refusalOf(file: File): string | undefined {
  if (!/\.(bpmn|xml)$/i.test(file.name)) return 'Choose a file that ends in .bpmn or .xml.';
  return file.size > MODEL_LIMIT ? 'The file is larger than 10 MB.' : undefined;
}

function DropZone({
  name,
  onFile,
}: {
  readonly name: string | undefined;
  readonly onFile: (file: File | null | undefined) => void;
}) {
  const [isOver, setOver] = useState(false);
  return (
    <section
      className={isOver ? 'drop-zone is-over' : 'drop-zone'}
      aria-label="Drop a model file here"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFile(event.dataTransfer.files[0]);
      }}
    >
      <UploadIcon />
      <Text size="sm">{name ?? 'Drop a BPMN file here, or choose one.'}</Text>
      <FileButton accept=".bpmn,.xml" onChange={onFile} inputProps={{ 'aria-label': 'BPMN file', onClick: forgetChoice }}>
        {(props) => (
          <Button {...props} variant="default" size="xs">
            {name === undefined ? 'Choose file' : 'Choose another file'}
          </Button>
        )}
      </FileButton>
    </section>
  );
}

/** Browsers say nothing when the same file is chosen again, also when it has been corrected in between. */
export function forgetChoice(event: { readonly currentTarget: { value: string } }): void {
  event.currentTarget.value = '';
}

function Preview({ xml, refusal }: { readonly xml: string; readonly refusal: string | undefined }) {
  const marks = useMemo(() => faultMarks(xml, refusal), [xml, refusal]);
  return <Diagram xml={xml} marks={marks} height={320} />;
}

/** What the parser noticed without refusing the model. */
export function Warnings({ texts }: { readonly texts: readonly string[] }) {
  return (
    <Alert color="yellow" variant="light" title={texts.length === 1 ? '1 warning' : `${texts.length} warnings`}>
      <List size="sm">
        {texts.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

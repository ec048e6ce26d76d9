import '@mantine/core/styles/List.css';
import { Alert, Button, FileButton, List, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo, useState } from 'react';
import { actions, useAction } from '../../api/actions.ts';
import type { Deployed } from '../../api/service-types.ts';
import { pageTexts } from '../../texts/dialogs.ts';
import { texts } from '../../texts/texts.ts';
import { Diagram } from '../diagram/diagram.tsx';
import { Dialog } from '../dialog.tsx';
import { UploadIcon } from '../page-icons.tsx';
import { faultMarks } from './fault-marks.ts';
import { readModelFile } from './read-model-file.ts';

/** Largest model (docs/contributing/spec/pages.md#workflows). Unit: bytes. */
const MODEL_LIMIT = 10 * 1024 * 1024;

/** Takes a model file, shows it, deploys it, and shows a refusal at the element it is about (docs/contributing/spec/pages.md#workflows). */
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
      title={pageTexts.deploy.title}
      action={warnings === null ? pageTexts.deploy.title : pageTexts.deploy.done}
      dismiss={warnings === null ? texts.shared.cancel : texts.shared.close}
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

/** Shows the new versions. */
export function sayDeployed(deployed: Deployed): undefined {
  for (const { ProcessDefinitionKey, Version } of [deployed, ...(deployed.AdditionalDefinitions ?? [])]) {
    notifications.show({ color: 'green', message: pageTexts.deploy.deployed(ProcessDefinitionKey, Version) });
  }
}

/** Why a file cannot be a model; undefined: nothing speaks against it. */
export function refusalOf(file: File): string | undefined {
  if (!/\.(bpmn|xml)$/i.test(file.name)) return pageTexts.deploy.wrongName;
  return file.size > MODEL_LIMIT ? pageTexts.deploy.tooLarge : undefined;
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
      aria-label={pageTexts.deploy.zone}
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
      <Text size="sm">{name ?? pageTexts.deploy.drop}</Text>
      <FileButton
        accept=".bpmn,.xml"
        onChange={onFile}
        inputProps={{ 'aria-label': pageTexts.deploy.file, onClick: forgetChoice }}
      >
        {(props) => (
          <Button {...props} variant="default" size="xs">
            {name === undefined ? pageTexts.deploy.choose : pageTexts.deploy.chooseOther}
          </Button>
        )}
      </FileButton>
    </section>
  );
}

/** Browsers send no event when the same file is chosen again, even if it was corrected in between. */
export function forgetChoice(event: { readonly currentTarget: { value: string } }): void {
  event.currentTarget.value = '';
}

function Preview({ xml, refusal }: { readonly xml: string; readonly refusal: string | undefined }) {
  const marks = useMemo(() => faultMarks(xml, refusal), [xml, refusal]);
  return <Diagram xml={xml} marks={marks} height={320} />;
}

/** Warnings of the parser about an accepted model. */
export function Warnings({ texts: warnings }: { readonly texts: readonly string[] }) {
  return (
    <Alert color="yellow" variant="light" title={pageTexts.deploy.warnings(warnings.length)}>
      <List size="sm">
        {warnings.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

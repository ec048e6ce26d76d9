import '@mantine/core/styles/List.css';
import { Alert, Button, FileButton, List, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo, useState } from 'react';
import { actions, useAction } from '../../api/actions.ts';
import { detailOf } from '../../api/client.ts';
import type { Deployed } from '../../api/service-types.ts';
import { pageTexts } from '../../texts/dialogs.ts';
import { texts } from '../../texts/texts.ts';
import { Diagram } from '../diagram/diagram.tsx';
import { Dialog } from '../dialog.tsx';
import { UploadIcon } from '../page-icons.tsx';
import { faultMarks } from './fault-marks.ts';
import { useModelFindings } from './model-findings.ts';
import { readModelFile } from './read-model-file.ts';

/** Models and their resources (docs/contributing/spec/http/definitions.md#resources). */
const KINDS = '.bpmn,.xml,.dmn,.form,.html,.js,.groovy,.feel';
/** Bytes of a deployment (docs/contributing/spec/pages.md#workflows). */
const MODEL_LIMIT = 10 * 1024 * 1024;

interface ChosenFile {
  readonly name: string;
  readonly text: string;
}

/** Chooses and deploys files. Shows the model, and an error at its element (docs/contributing/spec/pages.md#workflows). */
export function DeployDialog({ onClose }: { readonly onClose: () => void }) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [problem, setProblem] = useState<string | undefined>();
  const [warnings, setWarnings] = useState<readonly string[] | null>(null);
  const deploy = useAction(deployFiles, showDeployed, { showsRefusal: false });
  const take = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    deploy.reset();
    setFiles([]);
    const refusal = refusalOfFiles(chosen);
    setProblem(refusal);
    if (refusal !== undefined) return;
    await Promise.all(chosen.map(async (file) => ({ name: file.name, text: await readModelFile(file) }))).then(
      setFiles,
      (fault: Error) => setProblem(fault.message),
    );
  };
  const submit = () => {
    if (warnings !== null) return onClose();
    deploy.mutate(files, {
      onSuccess: ({ Warnings: warned = [] }) => (warned.length === 0 ? onClose() : setWarnings(warned)),
    });
  };
  const model = files.find(isModel);
  return (
    <Dialog
      title={pageTexts.deploy.title}
      action={warnings === null ? pageTexts.deploy.title : pageTexts.deploy.done}
      dismiss={warnings === null ? texts.shared.cancel : texts.shared.close}
      size="xl"
      isReady={files.length > 0}
      isBusy={deploy.isPending}
      refusal={problem ?? deploy.error?.message}
      onAction={submit}
      onClose={onClose}
    >
      <DropZone names={files.map(({ name }) => name)} onFiles={(chosen) => void take(chosen)} />
      {model !== undefined && <Preview xml={model.text} refusal={deploy.error === null ? undefined : detailOf(deploy.error)} />}
      {warnings !== null && <Warnings texts={warnings} xml={model?.text} />}
      {model !== undefined && deploy.error !== null && <Errors xml={model.text} />}
    </Dialog>
  );
}

const isModel = ({ name }: { readonly name: string }) => /\.(bpmn|xml)$/i.test(name);
const isDecision = ({ name }: { readonly name: string }) => /\.dmn$/i.test(name);

/** All files except the first model are resources. Without a model, deploys the decision file. */
async function deployFiles(files: readonly ChosenFile[]): Promise<Deployed> {
  const model = files.find(isModel);
  if (model !== undefined) {
    const resources = files.filter((file) => file !== model).map(({ name, text }) => ({ Name: name, Content: text }));
    return actions.deployTogether({ bpmnXml: model.text, resources });
  }
  const { DecisionKey, Version, AdditionalDecisions = [], Warnings } = await actions.deployDecisions(files[0]?.text ?? '');
  return {
    ProcessDefinitionKey: DecisionKey,
    Version,
    AdditionalDefinitions: AdditionalDecisions.map((one) => ({ ProcessDefinitionKey: one.DecisionKey, Version: one.Version })),
    ...(Warnings !== undefined && { Warnings }),
  };
}

/** Shows each new version. Returns undefined, so that {@link useAction} shows no other message. */
export function showDeployed(deployed: Deployed): undefined {
  for (const { ProcessDefinitionKey, Version } of [deployed, ...(deployed.AdditionalDefinitions ?? [])]) {
    notifications.show({ color: 'green', message: pageTexts.deploy.deployed(ProcessDefinitionKey, Version) });
  }
}

/** Wrong name or too large. Undefined: can be deployed as a model. Does not read the content. */
export function refusalOf(file: File): string | undefined {
  return isModel(file) ? sizeRefusal([file]) : pageTexts.deploy.notModel;
}

/** Returns undefined if they can be deployed together. Needs a model, or a single decision file. */
function refusalOfFiles(files: readonly File[]): string | undefined {
  const isDeployable = files.some(isModel) || (files.length === 1 && files.every(isDecision));
  return isDeployable ? sizeRefusal(files) : pageTexts.deploy.wrongName;
}

function sizeRefusal(files: readonly File[]): string | undefined {
  return files.reduce((sum, { size }) => sum + size, 0) > MODEL_LIMIT ? pageTexts.deploy.tooLarge : undefined;
}

function DropZone({ names, onFiles }: { readonly names: readonly string[]; readonly onFiles: (files: readonly File[]) => void }) {
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
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <UploadIcon />
      <Text size="sm">{names.length === 0 ? pageTexts.deploy.drop : names.join(', ')}</Text>
      <FileButton
        multiple
        accept={KINDS}
        onChange={onFiles}
        inputProps={{ 'aria-label': pageTexts.deploy.file, onClick: forgetChoice }}
      >
        {(props) => (
          <Button {...props} variant="default" size="xs">
            {names.length === 0 ? pageTexts.deploy.choose : pageTexts.deploy.chooseOther}
          </Button>
        )}
      </FileButton>
    </section>
  );
}

/** Resets the input: otherwise browsers send no event if the user chooses the corrected file again. */
export function forgetChoice(event: { readonly currentTarget: { value: string } }): void {
  event.currentTarget.value = '';
}

function Preview({ xml, refusal }: { readonly xml: string; readonly refusal: string | undefined }) {
  const marks = useMemo(() => faultMarks(xml, refusal), [xml, refusal]);
  return <Diagram xml={xml} marks={marks} height={320} />;
}

/** All errors of a refused model in the chosen language; the refusal has the first one in English. */
function Errors({ xml }: { readonly xml: string }) {
  const errors = useModelFindings(xml)?.filter(({ Severity, isEnglish }) => Severity === 'error' && !isEnglish) ?? [];
  if (errors.length === 0) return null;
  return (
    <Alert color="red" variant="light" title={pageTexts.deploy.errors(errors.length)}>
      <List size="sm">
        {[...new Set(errors.map(({ text }) => text))].map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Warnings of the parser about an accepted model. `xml`: undefined for decisions. */
export function Warnings({ texts: warnings, xml }: { readonly texts: readonly string[]; readonly xml?: string | undefined }) {
  const found = new Map(useModelFindings(xml)?.map((finding) => [finding.Text, finding]));
  return (
    <Alert color="yellow" variant="light" title={pageTexts.deploy.warnings(warnings.length)}>
      <List size="sm">
        {warnings.map((text) => (
          <List.Item key={text} {...(found.get(text)?.isEnglish !== false && { lang: 'en' })}>
            {found.get(text)?.text ?? text}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

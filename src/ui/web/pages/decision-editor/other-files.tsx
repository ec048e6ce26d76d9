import { Alert, Button, FileButton, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { forgetChoice } from '../../components/deploy/deploy-dialog.tsx';
import { readModelFile } from '../../components/deploy/read-model-file.ts';
import { Dialog } from '../../components/dialog.tsx';
import { decisionsTexts } from '../../texts/decisions.ts';
import { DmnFile } from '../decisions/dmn-file.ts';
import { freeDraftId, keepDraft, listDrafts } from './drafts.ts';

/** An XML name without colon, because a decision key is an XML id. */
const KEY = /^[\p{L}_][\p{L}\p{N}_.-]{0,199}$/u;

function isKey(text: string): boolean {
  return KEY.test(text);
}

/** One table with one input, one output and one rule that always matches. */
function newFile(key: string, name: string): string {
  const definitions = new DOMParser().parseFromString(TEMPLATE, 'text/xml');
  const [root, decision] = [definitions.documentElement, definitions.getElementsByTagName('decision')[0]];
  root.setAttribute('id', `${key}-file`);
  for (const element of [root, decision]) element?.setAttribute('name', name);
  decision?.setAttribute('id', key);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(definitions)}\n`;
}

const TEMPLATE = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" namespace="urn:decisions">
  <decision>
    <decisionTable id="table" hitPolicy="FIRST">
      <input id="input-1" label="Input">
        <inputExpression id="input-expression-1" typeRef="string"><text>input</text></inputExpression>
      </input>
      <output id="output-1" name="output" typeRef="string"/>
      <rule id="rule-1">
        <inputEntry id="input-entry-1"><text></text></inputEntry>
        <outputEntry id="output-entry-1"><text>"result"</text></outputEntry>
      </rule>
    </decisionTable>
  </decision>
</definitions>`;

const words = decisionsTexts.editor;

/** Limit of a file (docs/contributing/spec/pages.md#decision-editor). Unit: bytes. */
const FILE_LIMIT = 10 * 1024 * 1024;

/** Opens a new file, a local file or a draft. */
export function OtherFiles() {
  const navigate = useNavigate();
  const [isNew, setNew] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const begin = (name: string, xml: string) => {
    const id = freeDraftId(name);
    keepDraft(id, xml);
    void navigate(draftPath(id));
  };
  const take = async (file: File) => {
    setProblem(undefined);
    try {
      if (file.size > FILE_LIMIT) throw new Error(words.tooLarge);
      const xml = await readModelFile(file);
      if (new DmnFile(xml).nodes.length === 0) throw new Error(words.noDecision);
      begin(file.name, xml);
    } catch (fault) {
      setProblem(words.notOpened((fault as Error).message));
    }
  };
  const drafts = listDrafts();
  return (
    <>
      <Button variant="default" onClick={() => setNew(true)}>
        {words.create}
      </Button>
      <FileButton
        accept=".dmn,.xml"
        onChange={(file) => file !== null && void take(file)}
        inputProps={{ 'aria-label': words.file, onClick: forgetChoice }}
      >
        {(props) => (
          <Button {...props} variant="default">
            {words.open}
          </Button>
        )}
      </FileButton>
      {drafts.length > 0 && (
        <NativeSelect
          aria-label={words.drafts(drafts.length)}
          value=""
          data={[{ value: '', label: words.drafts(drafts.length) }, ...drafts]}
          onChange={(event) => event.currentTarget.value !== '' && void navigate(draftPath(event.currentTarget.value))}
        />
      )}
      {problem !== undefined && (
        <Alert color="red" variant="light" role="alert" p="xs">
          {problem}
        </Alert>
      )}
      {isNew && <NewDialog onClose={() => setNew(false)} onNew={(key, name) => begin(key, newFile(key, name))} />}
    </>
  );
}

function draftPath(id: string): string {
  return `/decision-editor?draft=${encodeURIComponent(id)}`;
}

function NewDialog(props: { readonly onClose: () => void; readonly onNew: (key: string, name: string) => void }) {
  const [key, setKey] = useState('');
  const [name, setName] = useState('');
  const isWrong = key !== '' && !isKey(key);
  return (
    <Dialog
      title={words.newDecision}
      action={words.begin}
      isReady={isKey(key)}
      isBusy={false}
      onAction={() => {
        props.onClose();
        props.onNew(key, name.trim() === '' ? key : name.trim());
      }}
      onClose={props.onClose}
    >
      <TextInput
        label={words.key}
        description={words.keyHelp}
        error={isWrong ? words.wrongKey : undefined}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        required
        data-autofocus
      />
      <TextInput label={words.name} value={name} onChange={(event) => setName(event.currentTarget.value)} />
    </Dialog>
  );
}

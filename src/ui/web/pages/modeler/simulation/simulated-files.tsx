import { ActionIcon, Button, FileButton, Text } from '@mantine/core';
import { type RefObject, useRef, useState } from 'react';
import { forgetChoice } from '../../../components/deploy/deploy-dialog.tsx';
import { readModelFile } from '../../../components/deploy/read-model-file.ts';
import { modelerTexts } from '../../../texts/modeler.ts';
import { CrossIcon } from '../icons.tsx';
import type { SimulatedFile } from './simulate.ts';

const texts = modelerTexts.simulation;
/** File extensions (docs/contributing/spec/http/definitions.md#resources). */
const KINDS = '.bpmn,.js,.groovy,.feel,.dmn,.form,.html';
/** Bytes of all files (docs/contributing/spec/http/definitions.md#simulation-limits). The service also counts the drawing. */
const TOGETHER_LIMIT = 1024 * 1024;

/** Called processes, decisions, scripts and forms (docs/contributing/spec/pages.md#simulation-files). */
export function SimulatedFiles(props: {
  readonly files: readonly SimulatedFile[];
  readonly help: string;
  readonly onChange: (files: readonly SimulatedFile[]) => void;
}) {
  const { files, help, onChange } = props;
  const [problem, setProblem] = useState<string | undefined>();
  const opens = useRef<HTMLButtonElement>(null);
  const take = async (chosen: readonly File[]) => {
    setProblem(undefined);
    try {
      // replaces equal names
      const kept = files.filter(({ name }) => !chosen.some((file) => file.name === name));
      const sizes = [...kept.map(({ content }) => new Blob([content]).size), ...chosen.map(({ size }) => size)];
      if (sizes.reduce((sum, size) => sum + size, 0) > TOGETHER_LIMIT) throw new Error(texts.filesTooLarge);
      const added = await Promise.all(chosen.map(async (file) => ({ name: file.name, content: await readModelFile(file) })));
      onChange([...kept, ...added]);
    } catch (fault) {
      setProblem((fault as Error).message);
    }
  };
  const remove = (name: string) => {
    onChange(files.filter((file) => file.name !== name));
    opens.current?.focus();
  };
  return (
    <details className="simulation-part">
      <summary>{texts.files(files.length)}</summary>
      <Text size="sm" c="dimmed">
        {help}
      </Text>
      <Names files={files} onRemove={remove} />
      <AddFiles opens={opens} onFiles={(chosen) => void take(chosen)} />
      {problem !== undefined && (
        <Text size="sm" role="alert" className="simulation-problem">
          {problem}
        </Text>
      )}
    </details>
  );
}

function Names({ files, onRemove }: { readonly files: readonly SimulatedFile[]; readonly onRemove: (name: string) => void }) {
  return (
    <ul className="simulation-files">
      {files.map(({ name }) => (
        <li key={name}>
          <span>{name}</span>
          <ActionIcon variant="subtle" size="sm" aria-label={texts.removeFile(name)} onClick={() => onRemove(name)}>
            <CrossIcon />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

function AddFiles({
  opens,
  onFiles,
}: {
  readonly opens: RefObject<HTMLButtonElement | null>;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  return (
    <FileButton multiple accept={KINDS} onChange={onFiles} inputProps={{ 'aria-label': texts.filesToAdd, onClick: forgetChoice }}>
      {(given) => (
        <Button {...given} ref={opens} size="compact-sm" variant="default" mt={4}>
          {texts.addFiles}
        </Button>
      )}
    </FileButton>
  );
}

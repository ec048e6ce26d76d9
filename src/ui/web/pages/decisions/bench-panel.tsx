import { Alert, Button, NativeSelect, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { Busy } from '../../components/busy.tsx';
import { ErrorMessage } from '../../components/error-message.tsx';
import { VariablesField } from '../../components/variables-field.tsx';
import { decisionsTexts } from '../../texts/decisions.ts';
import { BenchResult } from './bench-result.tsx';
import type { BenchInput } from './bench-values.ts';
import { EVALUATE_ID } from './evaluations/use-try-again.ts';
import type { Bench } from './use-bench.ts';

const words = decisionsTexts.bench;

/** Next to the decision table: input fields and result. */
export function BenchPanel(props: {
  readonly bench: Bench;
  readonly mayTry: boolean;
  readonly onShow: (id: string) => void;
  readonly canShow: (id: string) => boolean;
}) {
  const { bench, mayTry } = props;
  return (
    <aside className="bench" aria-labelledby="bench-title">
      <Title order={2} size="h4" id="bench-title">
        {words.title}
      </Title>
      {!mayTry && (
        <Text size="sm" c="dimmed">
          {words.mayNot}
        </Text>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (mayTry && !bench.isBusy) bench.evaluate();
        }}
      >
        <Stack gap="xs">
          {bench.inputs.length === 0 && (
            <Text size="sm" c="dimmed">
              {words.noInputs}
            </Text>
          )}
          {bench.inputs.map((input) => (
            <BenchField key={input.name} input={input} bench={bench} />
          ))}
          <details className="bench-further" open={bench.inputs.length === 0 || bench.further !== ''}>
            <summary>{words.further}</summary>
            <VariablesField label={words.further} value={bench.further} onChange={bench.setFurther} />
          </details>
          <Button type="submit" id={EVALUATE_ID} disabled={!mayTry} loading={bench.isBusy}>
            {words.evaluate}
          </Button>
        </Stack>
      </form>
      <div role="status">
        {bench.isBusy ? (
          <Busy />
        ) : (
          bench.made !== undefined && (
            <BenchResult made={bench.made} isStale={bench.isStale} onShow={props.onShow} canShow={props.canShow} />
          )
        )}
      </div>
      {bench.fault !== undefined && (
        <Alert color="red" variant="light" role="alert" title={words.failed}>
          <ErrorMessage text={bench.fault.text} />
          {bench.isStale && <Text size="sm">{words.stale}</Text>}
        </Alert>
      )}
    </aside>
  );
}

function BenchField({ input, bench }: { readonly input: BenchInput; readonly bench: Bench }) {
  const { name, type, labels, values, sample } = input;
  const others = labels.filter((label) => label !== name).join(', ');
  const form = type === 'json' ? words.json : sample === undefined ? '' : words.written(sample);
  const common = {
    label: name,
    description: [others, form].filter((text) => text !== '').join(' · ') || undefined,
    name,
    error: bench.faultOf(input),
    value: bench.textOf(name),
  };
  if (type === 'boolean' || values.length > 0) {
    const choices = values.length > 0 ? values : ['true', 'false'];
    return (
      <NativeSelect
        {...common}
        data={[{ value: '', label: words.empty }, ...choices]}
        onChange={(event) => bench.setText(name, event.currentTarget.value)}
      />
    );
  }
  if (type === 'json') {
    return (
      <div>
        <Textarea
          {...common}
          autosize
          minRows={2}
          maxRows={10}
          spellCheck={false}
          onChange={(event) => bench.setText(name, event.currentTarget.value)}
        />
        {sample !== undefined && common.value.trim() === '' && (
          <Button size="compact-xs" variant="subtle" mt={4} onClick={() => bench.setText(name, sample)}>
            {words.template(name)}
          </Button>
        )}
      </div>
    );
  }
  const kind = type === 'date' ? { type: 'date' } : type === 'number' ? { inputMode: 'decimal' as const } : {};
  return <TextInput {...common} {...kind} onChange={(event) => bench.setText(name, event.currentTarget.value)} />;
}

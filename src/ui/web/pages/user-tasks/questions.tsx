import { FormInput } from '../../components/forms/form-field.tsx';
import { OutputInput } from '../../components/forms/output-field.tsx';
import { wordsOfName } from '../../components/words-of-name.ts';
import { partsOf, type TaskQuestion } from './asked.ts';
import './questions.css';

/** One input each; the members of an object have a common heading. `isFocused`: the first gets the focus when the dialog opens. */
export function Questions(props: {
  readonly asked: readonly TaskQuestion[];
  readonly isFocused?: boolean;
  /** error text to show */
  readonly faultOf: (asked: TaskQuestion) => string | undefined;
  readonly onText: (id: string, text: string) => void;
  readonly onLeave?: (id: string) => void;
}) {
  const { asked, isFocused = false, faultOf, onText, onLeave } = props;
  return asked.map((one, index) => {
    const inputs = partsOf(one).map((part, at) => (
      <Question
        key={part.id}
        asked={part}
        isFocused={isFocused && index === 0 && at === 0}
        fault={faultOf(part)}
        onText={(text) => onText(part.id, text)}
        onLeave={() => onLeave?.(part.id)}
      />
    ));
    if (one.members === undefined) return inputs;
    return (
      <fieldset key={one.id} className="work-members">
        <legend>{wordsOfName(one.id)}</legend>
        {inputs}
      </fieldset>
    );
  });
}

function Question(props: {
  readonly asked: TaskQuestion;
  readonly isFocused: boolean;
  readonly fault: string | undefined;
  readonly onText: (text: string) => void;
  readonly onLeave: () => void;
}) {
  const { asked, ...input } = props;
  const { field, output, text } = asked;
  if (field !== undefined) return <FormInput field={field} text={text} {...input} />;
  return output === undefined ? null : <OutputInput field={output} text={text} {...input} />;
}

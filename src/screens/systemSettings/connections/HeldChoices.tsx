import type { KeyboardEvent } from 'react';
import { integrations as text } from '../../../../contract/messages/integrations.ts';
import { fill } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';

type Props = Readonly<{
  label: string;
  choices: readonly Readonly<{ value: string; label: string }>[];
  /** The question, if one of the choices is certain to be right; null if none of them may be. */
  question: string | null;
  disabled: boolean;
  onChoose: (value: string) => void;
}>;

/** Possible targets of a held record. A number key chooses one; 0 chooses none. */
export function HeldChoices({ label, choices, question, disabled, onChoose }: Props) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (disabled || !/^\d$/.test(event.key)) return;
    const selected = event.key === '0' && question === null ? text.noneValue : choices[Number(event.key) - 1]?.value;
    if (selected === undefined) return;
    event.preventDefault();
    onChoose(selected);
  };
  const hint = choices.length === 1 ? text.chooseOne : fill(text.choose, { count: Math.min(9, choices.length) });
  return (
    <fieldset className="integration-choices" aria-label={label} onKeyDown={onKeyDown}>
      <legend className="muted">{question ?? hint}</legend>
      {choices.map(({ value, label: choice }, index) => (
        <Button key={value} size="small" severity="secondary" disabled={disabled} onClick={() => onChoose(value)}>
          {`${index + 1} · ${choice}`}
        </Button>
      ))}
      {question === null && (
        <Button size="small" severity="text" disabled={disabled} onClick={() => onChoose(text.noneValue)}>
          {`0 · ${text.noneOfThem}`}
        </Button>
      )}
    </fieldset>
  );
}

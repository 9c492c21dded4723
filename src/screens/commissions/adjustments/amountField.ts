import type { SyntheticEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { typedAmount } from '../../../../contract/forms/amount.ts';

const wholes = new Set(['insertFromPaste', 'insertFromDrop', 'insertFromYank']);
type Registered<Name extends string> = Omit<UseFormRegisterReturn<Name>, 'onChange'> & {
  onChange: (event: SyntheticEvent<HTMLInputElement>) => void;
};

/** Several characters at once are no key: dictation and autofill bring them, and a paste that calls itself typed. */
const isWhole = (event: Event): boolean =>
  event instanceof InputEvent && (wholes.has(event.inputType) || (event.inputType === 'insertText' && (event.data?.length ?? 0) > 1));

/** A registered field that takes an amount: keys are filtered and a paste is read as a whole (spec 2.38); the caret stays where one types. */
export const amountField = <Name extends string>(field: UseFormRegisterReturn<Name>, before: () => string): Registered<Name> => ({
  ...field,
  onChange: (event) => {
    const { currentTarget: target, nativeEvent } = event;
    const pasted = isWhole(nativeEvent);
    const after = target.value;
    const shown = typedAmount({ before: before(), after, pasted });
    if (shown !== after) {
      // The part left of the caret, as it is shown: a field that is written again puts the caret at its end.
      const left = typedAmount({ before: '', after: after.slice(0, target.selectionStart ?? after.length), pasted: false });
      target.value = shown;
      target.setSelectionRange(left.length, left.length);
    }
    void field.onChange(event);
  },
});

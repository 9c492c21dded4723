import type { SyntheticEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { toAmountText } from '../../../../contract/forms/amount.ts';

const bulkInputTypes = new Set(['insertFromPaste', 'insertFromDrop', 'insertFromYank']);
type AmountRegistration<Name extends string> = Omit<UseFormRegisterReturn<Name>, 'onChange'> & {
  onChange: (event: SyntheticEvent<HTMLInputElement>) => void;
};

/** Several characters in one event do not come from a key: dictation, autofill, and pastes reported as `insertText`. */
const isBulkInput = (event: Event): boolean =>
  event instanceof InputEvent &&
  (bulkInputTypes.has(event.inputType) || (event.inputType === 'insertText' && (event.data?.length ?? 0) > 1));

/** A registered amount field: keys are filtered, pasted text is parsed as one value (spec 2.38), and the caret stays in place. */
export const registerAmountField = <Name extends string>(
  field: UseFormRegisterReturn<Name>,
  getPrevious: () => string,
): AmountRegistration<Name> => ({
  ...field,
  onChange: (event) => {
    const { currentTarget: target, nativeEvent } = event;
    const pasted = isBulkInput(nativeEvent);
    const typedText = target.value;
    const formatted = toAmountText({ before: getPrevious(), after: typedText, pasted });
    if (formatted !== typedText) {
      // The text left of the caret, as shown: setting the value moves the caret to the end.
      const leftOfCaret = toAmountText({ before: '', after: typedText.slice(0, target.selectionStart ?? typedText.length), pasted: false });
      target.value = formatted;
      target.setSelectionRange(leftOfCaret.length, leftOfCaret.length);
    }
    void field.onChange(event);
  },
});

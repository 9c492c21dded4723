import { useController } from 'react-hook-form';
import type { Leave } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { parseLeaves, toLeavesText } from '../leaveFields.ts';
import type { useUserForm } from '../useUserForm.ts';

const t = messages.userFormText;
const dayFields = [
  ['from', t.leaveFrom],
  ['to', t.leaveTo],
] as const;

/** Days of leave (decisions 2.22). */
export function LeaveFields({ binding }: { binding: ReturnType<typeof useUserForm> }) {
  const { field } = useController({ control: binding.form.control, name: 'leaves' });
  const leaveRanges = parseLeaves(field.value);
  const saveLeaves = (next: readonly Leave[]): void => field.onChange(toLeavesText(next));
  const error = binding.errorOf('leaves');
  const otherValue = binding.theirsOf('leaves');
  return (
    <fieldset className="users-wide users-leaves">
      <legend className="field-label">{t.leaves}</legend>
      <p className="field-hint">{otherValue ?? t.leavesHint}</p>
      {error !== null && <Alert>{error}</Alert>}
      {leaveRanges.map((leaveRange, index) => {
        const number = index + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a leave is identified by its index while its days are typed.
          <div key={index} className="users-leave">
            {dayFields.map(([end, label]) => (
              <Field key={end} label={fill(label, { number })}>
                {(controlProps) => (
                  <Input
                    {...controlProps}
                    type="date"
                    value={leaveRange[end]}
                    disabled={binding.busy}
                    onChange={({ target }) => saveLeaves(leaveRanges.with(index, { ...leaveRange, [end]: target.value }))}
                  />
                )}
              </Field>
            ))}
            <Button
              size="small"
              severity="text"
              disabled={binding.busy}
              onClick={() => saveLeaves(leaveRanges.filter((_, position) => position !== index))}
            >
              {fill(t.removeLeave, { number })}
            </Button>
          </div>
        );
      })}
      <Button size="small" severity="secondary" disabled={binding.busy} onClick={() => saveLeaves([...leaveRanges, { from: '', to: '' }])}>
        {t.addLeave}
      </Button>
    </fieldset>
  );
}

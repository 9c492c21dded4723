import type { Plans } from '../../../../contract/entities/plan.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { ClauseChanges } from '../../../shared/plans/ClauseChanges.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Picker } from '../../../ui/picker/Picker.tsx';
import { describeVersion } from '../connectPlans.ts';
import type { PlanChoice } from '../plansInUrl.ts';

const t = messages.planPage;
type Props = { plans: Plans; choice: PlanChoice; onChoose: (change: Partial<PlanChoice>) => void };

/** The version, its start, and the changes since the compared version. */
export function PlanChanges({ plans: { version, compared, changes, versions }, choice, onChoose }: Props) {
  const options = [...versions, ...[version, compared ?? version].filter(({ id }) => versions.every((listed) => listed.id !== id))].map(
    (option) => ({
      value: option.id,
      label: describeVersion(option),
    }),
  );
  return (
    <Card title={t.versionTitle}>
      <div className="plans-versions">
        <Field label={t.shown}>
          {(controlProps) => (
            <Picker
              {...controlProps}
              label={t.shown}
              value={version.id}
              options={options}
              onChange={(id) => onChoose({ version: id === versions[0]?.id ? '' : id, compare: '', priced: '' })}
            />
          )}
        </Field>
        {versions.length > 1 && (
          <Field label={t.comparedWith}>
            {(controlProps) => (
              <Picker
                {...controlProps}
                label={t.comparedWith}
                value={compared?.id ?? ''}
                options={compared ? options : [{ value: '', label: t.nothingBefore }, ...options]}
                onChange={(id) => onChoose({ compare: id })}
              />
            )}
          </Field>
        )}
      </div>
      {compared && changes.length === 0 && <p className="muted">{fill(t.noChanges, { version: compared.version })}</p>}
      {compared && changes.length > 0 && (
        <details open={choice.version !== '' || choice.compare !== ''}>
          <summary>{fill(t.changes, { version: compared.version })}</summary>
          <ClauseChanges changes={changes} label={fill(t.changes, { version: compared.version })} />
        </details>
      )}
      {choice.version !== '' && (
        <p>
          <button type="button" className="plans-link" onClick={() => onChoose({ version: '', compare: '', priced: '' })}>
            {t.current}
          </button>
        </p>
      )}
    </Card>
  );
}

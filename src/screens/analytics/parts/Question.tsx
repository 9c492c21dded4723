import { breakdowns } from '../../../../contract/entities/analytics.ts';
import { territories } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Choices } from '../../../ui/form/Choices.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Picker } from '../../../ui/picker/Picker.tsx';
import { useNarrow } from '../../../ui/support/useNarrow.ts';
import { everybody } from '../question.ts';
import type { AnalyticsPage } from '../useAnalytics.ts';
import { usePeople } from '../usePeople.ts';

const text = messages.analytics;
const byOptions = breakdowns.map((value) => ({ value, label: text.breakdowns[value] }));
type Props = Pick<AnalyticsPage, 'question' | 'first' | 'chooseBy' | 'chooseOf'> & { about: string | null };

/** Chooses the grouping and the people or territory of the figures. */
export function Question({ question: { by, of }, first, about, chooseBy, chooseOf }: Props) {
  const people = usePeople();
  const options = [
    { value: first, label: first === everybody ? text.everybody : text.team },
    ...territories.map((territory) => ({ value: `territory.${territory}`, label: fill(text.territories, { territory }) })),
    ...people,
  ];
  // Keeps the chosen person in the options even if the list does not contain them (yet).
  const known = options.some(({ value }) => value === of) ? options : [...options, { value: of, label: about ?? text.someone }];
  return (
    <>
      <div className="analytics-by">
        <span className="muted" aria-hidden="true">
          {text.by}
        </span>
        {useNarrow() ? (
          <Select
            aria-label={text.by}
            value={by}
            options={byOptions}
            onChange={({ target }) => {
              const chosen = breakdowns.find((each) => each === target.value);
              if (chosen) chooseBy(chosen);
            }}
          />
        ) : (
          <Choices label={text.by} value={by} options={byOptions} onChoose={chooseBy} />
        )}
      </div>
      <div className="analytics-of">
        <Picker label={text.of} value={of} options={known} onChange={chooseOf} />
      </div>
    </>
  );
}

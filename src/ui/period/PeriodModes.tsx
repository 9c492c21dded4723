import { useId } from 'react';
import { messages } from '../../../contract/messages.ts';
import { type PeriodMode, periodModes } from '../../../contract/rules/time/period.ts';

/** Month, Quarter, Year, Custom as one group of radio buttons: arrows walk through it. */
export function PeriodModes({ mode, onMode }: { mode: PeriodMode; onMode: (mode: PeriodMode) => void }) {
  const name = useId();
  return (
    <fieldset className="p-selectbutton">
      <legend className="p-hidden-accessible">{messages.period.label}</legend>
      {periodModes.map((each) => (
        <label key={each} className={each === mode ? 'p-highlight' : undefined}>
          <input className="p-hidden-accessible" type="radio" name={name} checked={each === mode} onChange={() => onMode(each)} />
          {messages.period.modes[each]}
        </label>
      ))}
    </fieldset>
  );
}

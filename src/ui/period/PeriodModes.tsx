import { messages } from '../../../contract/messages.ts';
import { type PeriodMode, periodModes } from '../../../contract/rules/time/period.ts';
import { ChoiceButtons } from '../form/Choices.tsx';
import { withStableHandlers } from '../support/withStableHandlers.tsx';

const options = periodModes.map((value) => ({ value, label: messages.period.modes[value] }));

export const PeriodModes = withStableHandlers(({ mode, onMode }: { mode: PeriodMode; onMode: (mode: PeriodMode) => void }) => (
  <ChoiceButtons label={messages.period.label} value={mode} options={options} onChoose={onMode} />
));

import type { FlowName, FlowState } from '../../../../contract/entities/flow.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import { useWidth } from '../../../ui/chart/useWidth.ts';
import { layOutArrows } from '../layOutArrows.ts';
import { chartStates } from '../passingStates.ts';
import type { RecordPath } from '../toRecordPath.ts';
import { FlowArrows } from './FlowArrows.tsx';
import { StateBox } from './StateBox.tsx';

type Props = Readonly<{ flow: FlowName; states: readonly FlowState[]; today: Day; recordPath?: RecordPath }>;

/** The states of a lifecycle as boxes, with arrows to later states above them and to earlier ones below. */
export function FlowChart({ flow, states, today, recordPath }: Props) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const shown = chartStates(states);
  const arrows = layOutArrows(shown);
  return (
    <div className="flow-chart" ref={ref}>
      <FlowArrows arrows={arrows} direction="ahead" width={width} recordPath={recordPath} />
      <ol className="flow-states" style={{ gridTemplateColumns: `repeat(${shown.length}, minmax(0, 1fr))` }}>
        {shown.map((state) => (
          <StateBox key={state.name} flow={flow} state={state} states={states} today={today} recordPath={recordPath} />
        ))}
      </ol>
      <FlowArrows arrows={arrows} direction="back" width={width} recordPath={recordPath} />
    </div>
  );
}

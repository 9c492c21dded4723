import '../../../ui/theme/plainTable.css';
import type { PeriodReview } from '../../../../contract/entities/periodReview.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatInstant } from '../../../ui/formatInstant.ts';

const text = messages.closing;
const { columns } = text;
type Props = { review: PeriodReview; onDownload: (id: string, name: string) => void };

/** The statements that were issued at the closing, and who has confirmed theirs. */
export function Statements({ review: { statements }, onDownload }: Props) {
  return (
    <div className="closing-table">
      <p className="muted">{text.statementsWhy}</p>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{columns.person}</th>
            <th scope="col">{columns.state}</th>
            <th scope="col">{columns.confirmed}</th>
          </tr>
        </thead>
        <tbody>
          {statements.map(({ id, user_name, state, file_name, confirmed_at }) => (
            <tr key={id}>
              <th scope="row">{user_name}</th>
              <td>
                {file_name === null ? (
                  text.states[state]
                ) : (
                  <Button
                    size="small"
                    severity="text"
                    aria-label={fill(text.downloadOf, { name: user_name })}
                    onClick={() => onDownload(id, file_name)}
                  >
                    {text.download}
                  </Button>
                )}
              </td>
              <td>{confirmed_at === null ? text.notConfirmed : fill(text.confirmedAt, { time: formatInstant(confirmed_at) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

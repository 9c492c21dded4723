/** The files in public/drawings, loaded when shown. They adapt to the color scheme by themselves. */
export type DrawingName = 'empty' | 'denied' | 'notFound' | 'offline' | 'done';

/** A decoration above a message; screen readers skip it. */
export function Illustration({ name }: { name: DrawingName }) {
  return <img className="illustration" src={`/drawings/${name}.svg`} alt="" width="120" height="80" />;
}

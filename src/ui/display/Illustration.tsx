/** Line drawings of 120 × 80, each a path with the accent's part as a second one. */
const drawings = {
  empty: ['M20 62h80M32 62V30h56v32M32 30l10-12h36l10 12M46 44h28', 'M50 52h20'],
  denied: ['M40 38h40v28H40zM48 38v-8a12 12 0 0 1 24 0v8', 'M60 48v8'],
  notFound: ['M24 64h72M30 20h44a4 4 0 0 1 4 4v40M30 20v44M40 32h26M40 42h26M40 52h12', 'M82 46a9 9 0 1 1 0 .1M89 53l9 9'],
  offline: ['M34 58a14 14 0 0 1 2-28 20 20 0 0 1 38-4 16 16 0 0 1 14 32zM24 70h72', 'M52 36l16 16M68 36L52 52'],
  done: ['M24 66h72M36 66V24h48v42M46 24v-6h28v6', 'M48 44l9 9 16-18'],
} as const;
export type DrawingName = keyof typeof drawings;

/** A decoration above a message; screen readers skip it. */
export function Illustration({ name }: { name: DrawingName }) {
  const [outline, accent] = drawings[name];
  return (
    <svg className="illustration" viewBox="0 0 120 80" aria-hidden="true" focusable="false">
      <path d={outline} />
      <path className="illustration-accent" d={accent} />
    </svg>
  );
}

/** Styles of a statement's HTML file, for screen and print. */
export const statementCss = `
:root{color-scheme:light dark;--text:#1f2937;--quiet:#5b6675;--band:#1e3a5f;--tint:#eef3f9;--rule:#d5dde8;--page:#fff;--good:#166534;--bad:#b91c1c}
@media (prefers-color-scheme:dark){:root{--text:#e5e7eb;--quiet:#a3adba;--band:#93b8e0;--tint:#1f2a37;--rule:#374151;--page:#111827;--good:#4ade80;--bad:#f87171}}
body{margin:0;background:var(--page);color:var(--text);font:14px/1.45 system-ui,sans-serif}
main{max-width:1080px;margin:0 auto;padding:24px 16px}
header p{margin:0;color:var(--quiet)}
h1{margin:0 0 12px;font-size:24px;color:var(--band)}
h2{margin:24px 0 8px;font-size:16px;color:var(--band)}
dl{margin:12px 0;display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px}
dt{color:var(--quiet);font-size:12px}
dd{margin:0;overflow-wrap:anywhere}
dl.about{grid-template-columns:repeat(auto-fit,minmax(min(200px,45%),1fr))}
.balances div{background:var(--tint);padding:8px 12px;border-radius:6px}
.balances dd{font-size:18px;font-weight:600;font-variant-numeric:tabular-nums}
section{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:13px}
th,td{padding:6px 8px;border-bottom:1px solid var(--rule);text-align:start;vertical-align:top}
th{color:var(--band);background:var(--tint);font-weight:600;white-space:nowrap}
tfoot td{font-weight:600;background:var(--tint)}
.amount,.figure{text-align:end}
.amount,.figure,.short{white-space:nowrap;font-variant-numeric:tabular-nums}
.quiet,footer{color:var(--quiet)}
footer{margin-top:32px;font-size:12px;overflow-wrap:anywhere}
.draft{color:var(--bad);font-weight:600}
#verdict{padding:8px 12px;border:1px solid var(--rule);border-radius:6px}
#verdict.right{border-color:var(--good);color:var(--good);font-weight:600}
#verdict.wrong,.differs .amount,.check{color:var(--bad);font-weight:600}
@media print{:root{--text:#000;--quiet:#444;--band:#1e3a5f;--tint:#f3f5f8;--rule:#ccc;--page:#fff;--good:#166534;--bad:#b91c1c}main{max-width:none;padding:0}
body{font-size:11px}table{font-size:10px}thead{display:table-header-group}tr{break-inside:avoid}.short{white-space:normal}section{overflow:visible}@page{margin:14mm}}
`;

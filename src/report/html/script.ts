// The code of every page, for convenience: sort a table by a column, show only the tables that match some
// words. The page is whole without it, and without the sliders of what-if/.

export const SCRIPT = `
document.documentElement.classList.add('live');
for (const input of document.querySelectorAll('.filter input')) {
  const sections = [...input.closest('[data-filtered]').querySelectorAll('[data-words]')];
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
    for (const section of sections) section.hidden = !words.every((word) => section.dataset.words.includes(word));
  });
}
const valueOf = (row, column) => {
  const cell = row.cells[column];
  return cell.dataset.value === undefined ? cell.textContent.trim() : Number(cell.dataset.value);
};
for (const head of document.querySelectorAll('table.sortable thead th')) {
  const button = document.createElement('button');
  button.className = 'sort';
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener('click', () => {
    const down = head.getAttribute('aria-sort') === 'ascending';
    for (const other of head.parentElement.children) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const body = head.closest('table').tBodies[0];
    const rows = [...body.rows].sort((a, b) => {
      const x = valueOf(a, head.cellIndex);
      const y = valueOf(b, head.cellIndex);
      const order = typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y));
      return down ? -order : order;
    });
    body.append(...rows);
  });
}
`;

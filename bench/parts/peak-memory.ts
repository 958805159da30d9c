// Imported ahead of a program: says at its end the most memory that it had at once.

process.on('exit', () => {
  process.stderr.write(`\npeak ${process.resourceUsage().maxRSS} kB\n`);
});

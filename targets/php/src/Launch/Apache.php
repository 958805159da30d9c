<?php

declare(strict_types=1);

namespace Wirefare\Launch;

use RuntimeException;

/** A running Apache: its first process, in a process group of its own, with all its workers in it. */
final class Apache
{
    public const PROGRAM = '/usr/sbin/apache2';

    private const MODULES = '/usr/lib/apache2/modules';

    private function __construct(private readonly int $pid)
    {
    }

    /**
     * Errors before it has read its configuration go to our stderr. Its group is its own because at its end it ends its whole
     * group, which might be that of whoever has started us.
     *
     * @param array<string, string> $environment
     * @param list<string> $defined names for <IfDefine>
     */
    public static function start(string $folder, array $environment, array $defined): self
    {
        $modules = glob(self::MODULES . '/libphp8*.so');
        if (!is_executable(self::PROGRAM) || $modules === []) {
            throw new RuntimeException('there is no ' . self::PROGRAM . ' with a libphp8*.so in ' . self::MODULES);
        }
        $environment += ['WIREFARE_APACHE_MODULES' => self::MODULES, 'WIREFARE_PHP_MODULE' => end($modules)];
        $args = ['-f', "$folder/server/httpd.conf", '-DFOREGROUND'];
        foreach ($defined as $name) {
            $args[] = "-D$name";
        }
        $pid = pcntl_fork();
        if ($pid === -1) {
            throw new RuntimeException('no process can be started: ' . pcntl_strerror(pcntl_get_last_error()));
        }
        if ($pid === 0) {
            posix_setpgid(0, 0);
            pcntl_exec(self::PROGRAM, $args, $environment + getenv());
            fwrite(STDERR, 'cannot run ' . self::PROGRAM . "\n");
            posix_kill(getmypid(), SIGKILL);
        }
        // In both processes, whichever comes first.
        @posix_setpgid($pid, $pid);
        return new self($pid);
    }

    /** Null while it runs. To be asked by the process that started it. */
    public function ending(): ?string
    {
        if (pcntl_waitpid($this->pid, $status, WNOHANG) === 0) {
            return null;
        }
        return pcntl_wifsignaled($status)
            ? 'Apache was ended by signal ' . pcntl_wtermsig($status)
            : 'Apache ended with code ' . pcntl_wexitstatus($status);
    }

    /**
     * Ends it with all its workers. At once: it has nothing to put in order, and asked politely it takes half a second. Safe to
     * call when it is gone.
     */
    public function end(): void
    {
        posix_kill(-$this->pid, SIGKILL);
        // Of a process that another has started there is nothing to wait for.
        pcntl_waitpid($this->pid, $status);
    }
}

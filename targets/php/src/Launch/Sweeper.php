<?php

declare(strict_types=1);

namespace Wirefare\Launch;

use RuntimeException;

/**
 * A second process that does nothing but wait for the first to end: if that had no time to clean up (SIGKILL, out of memory), it
 * ends Apache and removes the folder in its place.
 */
final class Sweeper
{
    /** What the launcher says where there is nothing left to do. */
    private const DONE = '.';

    /** @param resource $pipe */
    private function __construct(private readonly int $pid, private $pipe)
    {
    }

    public static function start(Apache $apache, TemporaryFolder $folder): self
    {
        [$ours, $its] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $pid = pcntl_fork();
        if ($pid === -1) {
            throw new RuntimeException('no process can be started: ' . pcntl_strerror(pcntl_get_last_error()));
        }
        if ($pid !== 0) {
            fclose($its);
            return new self($pid, $ours);
        }
        // A signal to the group is not meant for it.
        foreach (Ending::SIGNALS as $signal) {
            pcntl_signal($signal, SIG_IGN);
        }
        fclose($ours);
        // A read comes back empty after a minute in which nothing was said: that is not the end.
        for ($last = ''; !feof($its);) {
            $last .= fread($its, 1);
        }
        if ($last !== self::DONE) {
            $apache->end();
            $folder->remove();
        }
        // Without what PHP does at the end of a script: that is the launcher's.
        posix_kill(getmypid(), SIGKILL);
        exit;
    }

    public function dismiss(): void
    {
        @fwrite($this->pipe, self::DONE);
        fclose($this->pipe);
        pcntl_waitpid($this->pid, $status);
    }
}

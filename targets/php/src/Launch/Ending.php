<?php

declare(strict_types=1);

namespace Wirefare\Launch;

/** Tells when it is time to end: asked by a signal, stdin closed, or a child gone; and hands on what Apache has to say. */
final class Ending
{
    public const SIGNALS = [SIGTERM, SIGINT, SIGHUP];

    private bool $asked = false;

    /** @var array{resource, resource} signals wake the wait by it, also when they come just before it */
    private array $wakes;

    /** @param resource $errors what Apache writes its errors into */
    public function __construct(private $errors)
    {
        $this->wakes = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        stream_set_blocking($this->errors, false);
        stream_set_blocking($this->wakes[0], false);
        self::whenAsked(function (): void {
            $this->asked = true;
            fwrite($this->wakes[1], '!');
        });
        pcntl_signal(SIGCHLD, fn () => fwrite($this->wakes[1], '?'));
    }

    /** What a signal that asks for the end does from now on. */
    public static function whenAsked(callable $do): void
    {
        pcntl_async_signals(true);
        foreach (self::SIGNALS as $signal) {
            pcntl_signal($signal, $do);
        }
    }

    /** Waits for so long at most, for ever with null; true where it is time to end. Comes back early where a child has changed. */
    public function isAskedWithin(?int $milliseconds): bool
    {
        $read = [STDIN, $this->errors, $this->wakes[0]];
        $none = null;
        $seconds = $milliseconds === null ? null : 0;
        $microseconds = $milliseconds === null ? null : $milliseconds * 1_000;
        // Where a signal interrupts it, it fails and leaves all of them in the list.
        $isTold = @stream_select($read, $none, $none, $seconds, $microseconds) !== false;
        foreach ($isTold ? $read : [] as $stream) {
            // A stream that cannot be read to its end is one that says nothing more.
            $text = (string) @fread($stream, 65_536);
            if ($stream === $this->errors) {
                @fwrite(STDERR, $text);
            } elseif ($stream === STDIN && $text === '') {
                $this->asked = true;
            }
        }
        return $this->asked;
    }
}

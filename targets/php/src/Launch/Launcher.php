<?php

declare(strict_types=1);

namespace Wirefare\Launch;

use RuntimeException;
use Wirefare\Data\Catalogue;

/** From the settings to the ready line, and from the end to nothing left. */
final class Launcher
{
    private const READY_WITHIN_MS = 50_000;
    private const POLL_MS = 5;

    /** Megabytes for a thousand records and for code: a thousand books take 1.6, other records less, code and Protobuf 11. */
    private const OPCACHE_MB_PER_THOUSAND = 2;
    private const OPCACHE_MB_FOR_CODE = 64;

    private const RANDOM_BYTES = 4_000_000;

    private const PROTOBUF_PACKAGE = 'php-google-protobuf';

    private readonly bool $isRoot;

    public function __construct(private readonly Settings $settings, private readonly string $sources)
    {
        $this->isRoot = posix_geteuid() === 0;
    }

    /** The exit code of the process. */
    public function run(): int
    {
        umask($this->isRoot ? 0022 : 0077);
        // Until it serves there is nothing to end in good order, but a folder to remove.
        Ending::whenAsked(static fn () => throw new RuntimeException('it was asked to end before it was ready'));
        $folder = null;
        try {
            $port = Port::keep($this->settings->host, $this->settings->port);
            $tlsPort = $this->settings->tls ? Port::keep($this->settings->host, 0) : null;
            $folder = TemporaryFolder::make($this->isRoot);
            $this->fill($folder);
            return $this->serve($folder, $port, $tlsPort);
        } catch (RuntimeException $exception) {
            fwrite(STDERR, "{$exception->getMessage()}\n");
            return 1;
        } finally {
            $folder?->remove();
        }
    }

    private function fill(TemporaryFolder $folder): void
    {
        foreach (['public', 'server', 'src'] as $part) {
            $folder->copyOf("$this->sources/$part", $part);
        }
        mkdir("$folder->path/data");
        $kept = $this->settings->dataDir === null ? null : "{$this->settings->dataDir}/php";
        $data = new DataFolder($kept, "$folder->path/data");
        foreach ($this->settings->datasets as $name) {
            $data->fill(Catalogue::datasets()[$name], $this->settings->largestN);
        }
        file_put_contents("$folder->path/random", random_bytes(self::RANDOM_BYTES));
        posix_mkfifo("$folder->path/errors", 0600);
    }

    private function serve(TemporaryFolder $folder, Port $port, ?Port $tlsPort): int
    {
        // Opened for both, so that neither side waits for the other.
        $ending = new Ending(fopen("$folder->path/errors", 'r+'));
        $defined = array_keys(array_filter([
            'WirefareRoot' => $this->isRoot,
            'WirefareDeflate' => $this->settings->deflate,
            'WirefareTls' => $tlsPort !== null,
        ]));
        $apache = Apache::start($folder->path, $this->environment($folder, $port, $tlsPort), $defined);
        $sweeper = null;
        try {
            $sweeper = Sweeper::start($apache, $folder);
            if ($this->isReady($port, $apache, $ending)) {
                $port->letGo();
                $tlsPort?->letGo();
                $ports = $tlsPort === null ? [] : ['ports' => ['https1' => $tlsPort->number]];
                fwrite(STDOUT, json_encode(['ready' => true, 'port' => $port->number] + $ports) . "\n");
                self::waitForTheEnd($apache, $ending);
            }
            return 0;
        } finally {
            $apache->end();
            $folder->remove();
            $sweeper?->dismiss();
        }
    }

    private static function waitForTheEnd(Apache $apache, Ending $ending): void
    {
        while (!$ending->isAskedWithin(null)) {
            self::refuseEnded($apache);
        }
    }

    /** False where it is time to end before it is ready. */
    private function isReady(Port $port, Apache $apache, Ending $ending): bool
    {
        $until = hrtime(true) + self::READY_WITHIN_MS * 1_000_000;
        while (!$ending->isAskedWithin(self::POLL_MS)) {
            self::refuseEnded($apache);
            if (self::isAnswered("http://{$port->reached()}/about")) {
                return true;
            }
            if (hrtime(true) > $until) {
                throw new RuntimeException('Apache has not answered for ' . self::READY_WITHIN_MS . ' ms');
            }
        }
        return false;
    }

    /** Throws a RuntimeException where the answer is not what it must be: it will not get better. */
    private static function isAnswered(string $url): bool
    {
        $context = stream_context_create(['http' => ['timeout' => 5, 'protocol_version' => 1.1, 'ignore_errors' => true]]);
        $body = @file_get_contents($url, false, $context);
        if ($body === false) {
            return false;
        }
        $status = $http_response_header[0] ?? '';
        return str_contains($status, ' 200 ') ? true : throw new RuntimeException("Apache answers $url with $status: $body");
    }

    private static function refuseEnded(Apache $apache): void
    {
        $ended = $apache->ending();
        if ($ended !== null) {
            throw new RuntimeException($ended);
        }
    }

    /** @return array<string, string> what server/httpd.conf, server/php.ini and public/index.php are made of */
    private function environment(TemporaryFolder $folder, Port $port, ?Port $tlsPort): array
    {
        $thousands = count($this->settings->datasets) * (int) ceil($this->settings->largestN / 1_000);
        return [
            'WIREFARE_APACHE_FOLDER' => $folder->path,
            'WIREFARE_APACHE_USER' => $this->isRoot ? 'www-data' : '',
            'WIREFARE_APACHE_GROUP' => $this->isRoot ? 'www-data' : '',
            'WIREFARE_LISTEN' => $port->listened(),
            'WIREFARE_LISTEN_TLS' => $tlsPort?->listened() ?? '',
            'WIREFARE_PORT_TLS' => (string) $tlsPort?->number,
            'WIREFARE_OPCACHE_MB' => (string) (self::OPCACHE_MB_FOR_CODE + self::OPCACHE_MB_PER_THOUSAND * $thousands),
            'WIREFARE_LARGEST_N' => (string) $this->settings->largestN,
            'WIREFARE_DATASETS' => implode(',', $this->settings->datasets),
            'WIREFARE_PHP_DEFLATE' => $this->settings->deflate ? '1' : '',
            'WIREFARE_PROTOBUF_VERSION' => self::protobufVersion(),
        ];
    }

    /** The runtime does not know its own; Debian does. */
    private static function protobufVersion(): string
    {
        $asked = ['dpkg-query', '--show', '--showformat=${Version}', self::PROTOBUF_PACKAGE];
        $process = @proc_open($asked, [1 => ['pipe', 'w'], 2 => ['file', '/dev/null', 'w']], $pipes);
        if ($process === false) {
            return '';
        }
        $version = trim((string) stream_get_contents($pipes[1]));
        fclose($pipes[1]);
        return proc_close($process) === 0 ? $version : '';
    }
}

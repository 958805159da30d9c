//go:build unix

package sequences

import "syscall"

// cpuMs is what all threads of this process have used so far, in user and in kernel mode.
func cpuMs() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return ms(usage.Utime) + ms(usage.Stime)
}

func ms(t syscall.Timeval) float64 {
	return float64(t.Sec)*1e3 + float64(t.Usec)/1e3
}

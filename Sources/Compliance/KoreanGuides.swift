import AccessModel

/// The guides in Korean.
enum KoreanGuides {
    static func guide(to reason: ReasonCode) -> RemediationGuide {
        switch reason {
        case .notEnrolled:
            RemediationGuide(
                why: "계정에 맞게 설정된 앱만 회사 데이터를 다른 것과 분리해 보관할 수 있습니다.",
                "이 기기에서 앱을 여세요.", "앱이 요청하면 회사 계정으로 로그인하세요.", "앱 설정이 끝날 때까지 기다리세요.")
        case .postureMissing:
            RemediationGuide(
                why: "앱의 보고가 없으면 회사 데이터에 안전한 앱인지 아무도 알 수 없습니다.",
                "앱을 열고 잠시 화면에 그대로 두세요.", "기기가 인터넷에 연결되어 있는지 확인하세요.")
        case .policyNotApplied:
            RemediationGuide(
                why: "새 설정은 새로운 위험을 막아 주는데, 앱이 아직 이전 설정을 사용하고 있습니다.",
                "앱을 완전히 닫으세요.", "앱을 다시 열고 불러오기가 끝날 때까지 기다리세요.")
        case .checkInOverdue:
            RemediationGuide(
                why: "연락이 끊긴 앱은 기기를 잃어버렸거나 권한이 바뀐 사실을 알지 못할 수 있습니다.",
                "기기를 인터넷에 연결하세요.", "앱을 열고 잠시 화면에 그대로 두세요.")
        case .appVersionTooOld:
            RemediationGuide(
                why: "오래된 앱 버전에는 이미 알려진 보안 허점이 있을 수 있습니다.",
                "앱을 설치한 스토어를 여세요.", "앱을 찾아 업데이트를 선택하세요.", "업데이트가 끝나면 앱을 여세요.")
        case .osVersionTooOld:
            RemediationGuide(
                why: "오래된 시스템 소프트웨어에는 이미 알려진 보안 허점이 있을 수 있습니다.",
                "기기 설정을 열고 시스템 업데이트를 찾으세요.", "업데이트를 설치하세요. 기기가 다시 시작됩니다.", "앱을 다시 여세요.")
        case .deviceRooted:
            RemediationGuide(
                why: "이런 기기에서는 다른 앱이 이 앱에 저장된 내용을 읽을 수 있습니다.",
                "업무에는 다른 기기를 사용하세요.", "또는 지원 담당자의 도움을 받아 이 기기를 원래 시스템으로 되돌리세요.")
        case .pinNotSet:
            RemediationGuide(
                why: "PIN이 없으면 기기를 손에 넣은 사람이 누구든 회사 데이터를 열 수 있습니다.",
                "앱의 설정을 여세요.", "PIN 설정을 선택하고 새 PIN을 두 번 입력하세요.")
        case .evidenceInsufficient:
            RemediationGuide(
                why: "조직이 관리하는 앱만 조직의 데이터를 맡을 수 있습니다.",
                "사용하는 앱과 기기를 지원 담당자에게 알려 주세요.", "지원 담당자가 앱을 설정하거나 승인하면 앱을 다시 여세요.")
        case .postureIncomplete:
            RemediationGuide(
                why: "조직은 앱이 알려 준 내용만 믿을 수 있습니다.",
                "앱을 설치한 스토어에서 앱을 업데이트하세요.", "앱을 열고 잠시 기다리세요.",
                "이 페이지의 내용이 그대로이면 지원 담당자에게 알려 주세요.")
        case .notTargeted:
            RemediationGuide(
                why: "조직은 보호된 앱에만 데이터를 허용하는데, 이 앱에는 아직 보호가 없습니다.",
                "계정에 앱 보호를 켜 달라고 지원 담당자에게 요청하세요.")
        case .notDemanded:
            RemediationGuide(why: "여기에는 보호해야 할 것이 없습니다.", "앱으로 돌아가 계속하세요.")
        case .capabilityNotDeclared:
            RemediationGuide(
                why: "이 보호가 없는 앱은 회사 데이터를 다른 앱에 넘길 수 있습니다.",
                "앱 스토어에서 앱의 업데이트를 찾아보세요.", "업데이트가 없으면 어떤 앱을 대신 사용할지 지원 담당자에게 물어보세요.")
        case .wiped:
            RemediationGuide(
                why: "데이터가 잘못된 손에 들어가지 않도록 삭제되었습니다.",
                "계속 액세스가 필요하면 지원 담당자와 상의하세요.", "지원 담당자가 안내하면 앱을 다시 설정하세요.")
        case .unenrolled:
            RemediationGuide(
                why: "연결되지 않은 앱은 관리할 수 없으므로 회사 데이터를 받지 못합니다.",
                "앱을 여세요.", "회사 계정으로 로그인하고 앱 설정이 끝날 때까지 기다리세요.")
        case .instanceBlocked:
            RemediationGuide(
                why: "관리자가 이 기기의 이 앱에 액세스를 허용하지 않기로 했습니다.",
                "앱이 차단된 이유와 필요한 조치를 지원 담당자에게 물어보세요.")
        case .refusalLoop:
            RemediationGuide(
                why: "계속 다시 시도해도 도움이 되지 않으며, 원인은 지원 담당자가 확인할 수 있습니다.",
                "이 페이지의 지원 ID를 적어 지원 담당자에게 전달하세요.", "또는 30분 뒤에 앱을 다시 여세요.")
        case .accountDisabled:
            RemediationGuide(
                why: "꺼진 계정은 어디에도 액세스할 수 없습니다.", "계정을 다시 켜 달라고 지원 담당자에게 요청하세요.")
        case .signInRequired:
            RemediationGuide(
                why: "가끔 다시 로그인하면 여전히 본인임을 확인할 수 있습니다.", "앱을 여세요.", "회사 계정으로 로그인하세요.")
        case .userCancelled:
            RemediationGuide(
                why: "확인이 끝나지 않는 동안에는 앱이 회사 데이터를 받지 못합니다.", "여기에서 또는 앱에서 확인을 다시 시작하세요.")
        case .sourceUnreachable:
            RemediationGuide(
                why: "이 서비스가 없으면 기기의 상태를 아무도 알 수 없습니다.",
                "잠시 기다리세요.", "기기가 인터넷에 연결되어 있는지 확인하세요.")
        case .sourceFailed:
            RemediationGuide(
                why: "이 서비스가 없으면 기기의 상태를 아무도 알 수 없습니다.", "몇 분 동안 기다리세요.")
        case .blockedByPolicy:
            RemediationGuide(
                why: "누가 어디에서 데이터에 접근할 수 있는지는 조직이 정합니다.",
                "잘못되었다고 생각되면 언제 발생했는지 지원 담당자에게 알려 주세요.")
        case .mfaRequired:
            RemediationGuide(
                why: "비밀번호만으로는 추측되거나 도난당할 수 있습니다.",
                "앱으로 돌아가 로그인하세요.", "요청받은 두 번째 단계를 완료하세요.")
        case .authenticationStrengthRequired:
            RemediationGuide(
                why: "어떤 로그인 방법은 다른 방법보다 속이기 쉽습니다.",
                "앱으로 돌아가 로그인하세요.", "조직이 허용하는 방법 중 하나를 선택하세요.")
        case .signInFrequency:
            RemediationGuide(
                why: "가끔 다시 로그인하면 여전히 본인임을 확인할 수 있습니다.",
                "앱으로 돌아가세요.", "앱이 요청하면 회사 계정으로 로그인하세요.")
        case .tokenProtectionRequired:
            RemediationGuide(
                why: "보호되지 않은 로그인은 다른 기기로 복사될 수 있습니다.",
                "앱을 설치한 스토어에서 앱을 업데이트하세요.", "도움이 되지 않으면 어떤 앱인지 지원 담당자에게 알려 주세요.")
        case .passwordChangeRequired:
            RemediationGuide(
                why: "다른 사람이 비밀번호를 알고 있을 수 있습니다.",
                "조직에서 안내한 방법으로 비밀번호를 바꾸세요.", "새 비밀번호로 앱에 로그인하세요.")
        case .deviceNotDomainJoined:
            RemediationGuide(
                why: "조직은 도메인에 속한 기기를 관리하며 안전하다는 것을 알고 있습니다.", "조직에서 마련해 준 기기를 사용하세요.")
        case .deviceNotCompliant:
            RemediationGuide(
                why: "이런 보호가 없는 기기는 분실되거나 공격받을 때 회사 데이터를 노출할 수 있습니다.",
                "조직의 관리 앱 또는 기기 설정을 여세요.", "안내를 따르고 기기가 정상이라고 표시될 때까지 기다리세요.")
        case .deviceUnknown:
            RemediationGuide(
                why: "조직은 알고 있는 기기만 보증할 수 있습니다.",
                "이 기기를 조직에 등록하거나 등록된 기기를 사용하세요.", "앱을 다시 여세요.")
        case .appProtectionRequired:
            RemediationGuide(
                why: "보호된 앱은 회사 데이터를 분리해 두며 기기를 잃어버리면 삭제할 수 있습니다.",
                "앱을 열고 회사 계정으로 로그인하세요.", "앱에 표시되는 단계를 따르세요.")
        case .controlNotEnforceable:
            RemediationGuide(
                why: "확인할 수 없는 것은 허용할 수 없습니다.", "이 페이지의 내용을 지원 담당자에게 알려 주세요.")
        case .noPolicyApplied:
            RemediationGuide(
                why: "조직은 허용하기로 정한 곳에만 액세스를 엽니다.", "사용하는 앱을 말하고 지원 담당자에게 액세스를 요청하세요.")
        case .evaluationFailed:
            RemediationGuide(
                why: "확실하지 않을 때는 데이터를 닫아 둡니다.", "몇 분 동안 기다리세요.", "다시 발생하면 지원 담당자에게 알려 주세요.")
        }
    }
}
